// Walks over bytes; going past the end is a DecodeError.

export class DecodeError extends Error {}

export class ByteReader {
  position = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array, private readonly littleEndian: boolean) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.bytes.length - this.position;
  }

  skip(count: number): number {
    if (!(count >= 0 && count <= this.remaining))
      throw new DecodeError(`byte ${this.position}: the file ends here, ${count} more bytes are needed`);
    const at = this.position;
    this.position += count;
    return at;
  }

  uint8 = (): number => this.view.getUint8(this.skip(1));
  uint16 = (): number => this.view.getUint16(this.skip(2), this.littleEndian);
  int32 = (): number => this.view.getInt32(this.skip(4), this.littleEndian);

  text(length: number): string {
    const at = this.skip(length);
    return new TextDecoder("latin1").decode(this.bytes.subarray(at, at + length));
  }
}
