// A curve of many rows as a picture of few columns can show it.

export interface Point {
  x: number;
  y: number;
}

// Of the rows in each of `columns` equal parts of [from, to], the first, the lowest, the highest and the last. NaN is a gap: the
// curve is broken where one is at least a column wide. The xs rise.
export function thinned(xs: ArrayLike<number>, ys: ArrayLike<number>, from: number, to: number, columns: number): Point[][] {
  const width = (to - from) / columns || 1;
  const pieces: Point[][] = [];
  let last = -1; // the row before this one that is no gap
  for (let i = 0; i < xs.length; ) {
    const column = Math.floor((xs[i] - from) / width);
    let first = -1, lowest = -1, highest = -1, end = -1;
    for (; i < xs.length && Math.floor((xs[i] - from) / width) === column; ++i) {
      if (Number.isNaN(ys[i])) continue;
      if (first < 0) first = lowest = highest = i;
      if (ys[i] < ys[lowest]) lowest = i;
      if (ys[i] > ys[highest]) highest = i;
      end = i;
    }
    if (first < 0) continue;
    const gap = first > last + 1 && (last < 0 || xs[first] - xs[last] >= width);
    if (pieces.length === 0 || gap) pieces.push([]);
    const kept = new Set([first, Math.min(lowest, highest), Math.max(lowest, highest), end]);
    for (const row of kept) pieces.at(-1)!.push({ x: xs[row], y: ys[row] });
    last = end;
  }
  return pieces;
}
