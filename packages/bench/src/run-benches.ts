import type { BenchResult } from './bench-result.ts';
import { type Bench, benches } from './benches.ts';
import { createSlots } from './places.ts';

export interface BenchFrame {
  print(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type Measured = BenchResult & { readonly bench: string };

const columns = ['figure', 'ours', 'floor', 'unit', 'ratio', 'bound', ''] as const;

/** Formats a number with three significant digits. */
function short(value: number): string {
  if (!Number.isFinite(value)) return '-';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function cells({ name, ours, floor, unit, ratio, bound, ok }: BenchResult): string[] {
  return [name, short(ours), short(floor), unit, short(ratio), short(bound), ok ? 'ok' : 'MISSED'];
}

/** Formats results in columns: text left-aligned, numbers right-aligned, each note on its own line. */
export function benchTable(results: readonly BenchResult[]): string {
  const rows = [[...columns], ...results.map(cells)];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (at === 0 || at === 3 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ');
  return rows
    .flatMap((row, at) => {
      const note = results[at - 1]?.note;
      return note ? [line(row), `    ${note}`] : [line(row)];
    })
    .map((text) => text.trimEnd())
    .join('\n');
}

/** The named benchmarks in order, or all except the long ones. Rejects an unknown name, and lists the known ones. */
function chosen(names: readonly string[]): readonly Bench[] {
  const unknown = names.find((name) => !benches.some((bench) => bench.name === name));
  if (unknown !== undefined) {
    throw new Error(`no bench is named ${unknown}; there are ${benches.map(({ name }) => name).join(', ')}`);
  }
  return benches.filter(({ name, isLong }) => (names.length === 0 ? !isLong : names.includes(name)));
}

/** Runs benchmarks and prints the results. Resolves to false when a bound was exceeded or a benchmark failed. */
export async function runBenches(args: readonly string[], { print, env }: BenchFrame): Promise<boolean> {
  const isJson = args.includes('--json');
  const wanted = chosen(args.filter((word) => word !== '--json'));
  const setup = createSlots(env.GANTRY_BENCH_POSTGRES ?? env.GANTRY_TEST_POSTGRES);
  const results: Measured[] = [];
  const failures: { bench: string; reason: string }[] = [];
  try {
    for (const bench of wanted) {
      if (!isJson) print(`-- ${bench.name}`);
      try {
        const measured = await bench.run(setup);
        results.push(...measured.map((result) => ({ bench: bench.name, ...result })));
        if (!isJson) print(benchTable(measured));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        failures.push({ bench: bench.name, reason });
        if (!isJson) print(`could not be measured: ${reason}`);
      }
    }
  } finally {
    await setup.remove();
  }
  const missed = results.filter(({ ok }) => !ok).length;
  if (isJson) print(JSON.stringify({ node: process.version, results, failures }, null, 2));
  else print(`\n${results.length} figures, ${missed} missed, ${failures.length} benches failed`);
  return missed === 0 && failures.length === 0;
}
