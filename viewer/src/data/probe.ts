// What a probe measured: a table in CSV with a row a time step, which grows at its end while the run goes on.

export interface ProbeFile {
  name: string;
  file: string; // "probes/gauge.csv"
}

const TIME = "time_s"; // the first column

const isEmpty = (cell: string): boolean => cell.trim() === "";

const withRoom = (column: Float64Array, room: number): Float64Array => {
  const larger = new Float64Array(room);
  larger.set(column);
  return larger;
};

export class Probe {
  keys: string[] = []; // of the columns beside the time
  problem = ""; // the first thing that is wrong in the file
  private table: Float64Array[] = []; // the times and the columns, with room for more rows
  private rows = 0;
  private lines = 0;
  private taken = ""; // the text that has become rows: whole lines

  constructor(readonly name: string) {}

  get times(): Float64Array {
    return this.table[0]?.subarray(0, this.rows) ?? new Float64Array();
  }

  // NaN stands for an empty cell: there was nothing to measure.
  column(key: string): Float64Array {
    return this.table[this.keys.indexOf(key) + 1].subarray(0, this.rows);
  }

  // Reads what has come since the last time, or everything where the file is another one. The line that is being written is
  // left out.
  take(text: string): void {
    if (!text.startsWith(this.taken)) this.clear();
    let start = this.taken.length;
    for (let end = text.indexOf("\n", start); end >= 0; end = text.indexOf("\n", start)) {
      this.takeLine(text.slice(start, end).trimEnd());
      start = end + 1;
    }
    this.taken = text.slice(0, start);
  }

  private clear(): void {
    Object.assign(this, { keys: [], problem: "", table: [], rows: 0, lines: 0, taken: "" });
  }

  private takeLine(line: string): void {
    ++this.lines;
    if (this.lines === 1) this.takeHeader(line.split(","));
    else if (this.table.length > 0 && line !== "") this.takeRow(line.split(","));
  }

  private takeHeader([time, ...keys]: string[]): void {
    if (time !== TIME) return this.tell(`the first column is '${time}', not '${TIME}'`);
    this.keys = keys;
    this.table = [time, ...keys].map(() => new Float64Array(1024));
  }

  // A row that cannot be right is left out. Times rise; where they go back, a resumed run does these steps again.
  private takeRow(cells: string[]): void {
    if (cells.length !== this.table.length) return this.tell(`line ${this.lines} has ${cells.length} cells, not ${this.table.length}`);
    const values = cells.map((cell) => (isEmpty(cell) ? NaN : Number(cell)));
    const wrong = values.findIndex((value, k) => !Number.isFinite(value) && (k === 0 || !isEmpty(cells[k])));
    if (wrong >= 0) return this.tell(`'${cells[wrong]}' in line ${this.lines} is not a number`);
    while (this.rows > 0 && this.table[0][this.rows - 1] >= values[0]) --this.rows;
    if (this.rows === this.table[0].length) this.table = this.table.map((column) => withRoom(column, 2 * this.rows));
    values.forEach((value, k) => (this.table[k][this.rows] = value));
    ++this.rows;
  }

  private tell(problem: string): void {
    this.problem ||= problem;
  }
}

// The row nearest to the time; none before the first and after the last, but for the length of a step.
export function rowAt(times: Float64Array, time: number): number | undefined {
  const last = times.length - 1;
  if (last < 0) return undefined;
  let low = 0, high = last; // the first row that is not before the time lies between them
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < time) low = middle + 1;
    else high = middle;
  }
  const before = Math.max(0, low - 1);
  const nearest = time - times[before] < times[low] - time ? before : low;
  const step = last > 0 ? times[Math.max(1, nearest)] - times[Math.max(1, nearest) - 1] : 0;
  const inside = time >= times[0] && time <= times[last];
  return inside || Math.abs(times[nearest] - time) <= 1.01 * step ? nearest : undefined;
}
