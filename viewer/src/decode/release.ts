// Gives the memory of arrays back at once instead of when the garbage collector comes. Browsers without `transfer` leave
// it to the collector.
type Transferable = ArrayBufferLike & { transfer?: (length: number) => ArrayBuffer };

export function release(...arrays: (ArrayBufferView | undefined)[]): void {
  for (const array of arrays) if (array && array.buffer.byteLength > 0) (array.buffer as Transferable).transfer?.(0);
}
