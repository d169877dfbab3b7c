/** One figure of the project, measured as a ratio to a floor in the same run. */
export interface BenchResult {
  /** What was measured, as a sentence. */
  readonly name: string;
  /** Medians, in `unit`. */
  readonly ours: number;
  readonly floor: number;
  /** `ours / floor`: the less, the better. */
  readonly ratio: number;
  /** The ratio may not be above this. */
  readonly bound: number;
  readonly unit: string;
  readonly ok: boolean;
  readonly note?: string;
}
