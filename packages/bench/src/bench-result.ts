/** A result, measured as a ratio to a floor in the same run. */
export interface BenchResult {
  /** What was measured. */
  readonly name: string;
  /** Medians, in `unit`. */
  readonly ours: number;
  readonly floor: number;
  /** `ours / floor`; lower is better. */
  readonly ratio: number;
  /** The maximum ratio. */
  readonly bound: number;
  readonly unit: string;
  readonly ok: boolean;
  readonly note?: string;
}
