// Gives the memory of arrays back at once. The garbage collector sees only the small objects that own it and comes
// late: without this the page grows by hundreds of megabytes. Browsers without `transfer` leave it to the collector.
type Transferable = ArrayBufferLike & { transfer?: (length: number) => ArrayBuffer };

export function release(...arrays: (ArrayBufferView | undefined)[]): void {
  for (const array of arrays) if (array && array.buffer.byteLength > 0) (array.buffer as Transferable).transfer?.(0);
}
