import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { type RunningServer, startServer } from '../../server/test/server-process.ts';
import type { BenchResult } from './bench-result.ts';
import { openPlatform } from './platform.ts';
import { fileMib, loadNote, processFigures } from './process-figures.ts';
import { keepBusy, type Traffic } from './soak-traffic.ts';

/** The duration in seconds. */
const seconds = Number(process.env.GANTRY_BENCH_SECONDS ?? 1_800);
/** The warm-up, during which code is compiled and caches are filled: five minutes, if there is time. */
const warmUp = Math.min(seconds / 2, 300);
/** The number of users of the platform and of the console. */
const [people, colleagues] = [35, 15];
const everyMs = 2_000;
/** The growth of resident memory per hour that is allowed because of uncollected garbage, in MiB. */
const growthAllowed = 60;
/** The allowed difference of descriptors and timers, which depend on open connections and calls. */
const coming = 40;

interface Sample {
  readonly hours: number;
  readonly rssMib: number;
  readonly heapMib: number;
  readonly descriptors: number;
  readonly timers: number;
  readonly handles: number;
  readonly walMib: number;
}

/** Sums a Prometheus metric of the server over its labels. */
function summed(text: string, name: string, label = ''): number {
  const lines = text.split('\n').filter((line) => line.startsWith(name) && line.includes(label));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

async function metricsPort(server: RunningServer): Promise<number> {
  const port = /"port":(\d+),"msg":"serving metrics/.exec(server.log() + server.lines.join('\n'))?.[1];
  if (port === undefined) throw new Error('the server does not say where its metrics are');
  return Number(port);
}

async function sample(server: RunningServer, port: number, begun: number): Promise<Sample> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return {
    hours: (performance.now() - begun) / 3_600_000,
    ...processFigures(server.pid),
    heapMib: summed(text, 'nodejs_heap_size_used_bytes') / 2 ** 20,
    timers: summed(text, 'nodejs_active_resources{', 'type="Timeout"'),
    handles: summed(text, 'nodejs_active_handles_total'),
    walMib: fileMib(path.join(server.data, 'gantry.db-wal')),
  };
}

/** The minimum of each tenth of the duration, which approximates the memory after a garbage collection. */
function floors(samples: readonly Sample[], of: (sample: Sample) => number): Sample[] {
  const size = Math.max(1, Math.ceil(samples.length / 10));
  const tenths = Array.from({ length: Math.ceil(samples.length / size) }, (_, at) =>
    samples.slice(at * size, (at + 1) * size),
  );
  return tenths.map((tenth) => tenth.reduce((least, one) => (of(one) < of(least) ? one : least)));
}

/** The slope of a linear regression: growth per hour. */
function slope(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ hours }) => hours)), mean(samples.map(of))];
  const both = samples.reduce((sum, one) => sum + (one.hours - x) * (of(one) - y), 0);
  return both / samples.reduce((sum, { hours }) => sum + (hours - x) ** 2, 0);
}

/** The change of the mean from the first to the last tenth. */
function drift(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const tenth = Math.max(1, Math.floor(samples.length / 10));
  const mean = (some: readonly Sample[]) => some.reduce((sum, one) => sum + of(one), 0) / some.length;
  return mean(samples.slice(-tenth)) - mean(samples.slice(0, tenth));
}

function results(kind: string, samples: readonly Sample[], { done, rejected, failures }: Traffic): BenchResult[] {
  const [first, last] = [samples[0], samples.at(-1)];
  const row = (name: string, ours: number, floor: number, unit: string, note: string): BenchResult => {
    const ratio = ours / floor;
    return { name: `${name}, ${kind}`, ours, floor, ratio, bound: 1, unit, ok: ratio <= 1, note };
  };
  const course = (of: (sample: Sample) => number) =>
    `${of(first ?? ({} as Sample)).toFixed(0)} -> ${of(last ?? ({} as Sample)).toFixed(0)}, at most ${Math.max(...samples.map(of)).toFixed(0)}`;
  const time = `the last ${(seconds - warmUp).toFixed(0)} of ${seconds} s, ${people + colleagues} at work, ${loadNote()}`;
  const memory = (name: string, of: (sample: Sample) => number) => {
    const least = floors(samples, of);
    const after = least.map((one) => of(one).toFixed(0)).join(' ');
    return row(name, slope(least, of), growthAllowed, 'MiB', `${course(of)}; after collections ${after}; ${time}`);
  };
  const drifting = (name: string, of: (sample: Sample) => number) =>
    row(name, drift(samples, of), coming, '', course(of));
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  return [
    memory('resident memory, more an hour', ({ rssMib }) => rssMib),
    memory('heap in use, more an hour', ({ heapMib }) => heapMib),
    drifting('open descriptors, more at the end', ({ descriptors }) => descriptors),
    drifting('timers, more at the end', ({ timers }) => timers),
    drifting('active handles, more at the end', ({ handles }) => handles),
    row(
      'write-ahead log at its largest',
      Math.max(...samples.map(({ walMib }) => walMib)),
      64,
      'MiB',
      course(({ walMib }) => walMib),
    ),
    {
      name: `calls that failed, ${kind}`,
      ...{
        ours: failed,
        floor: done,
        ratio: failed / Math.max(1, done),
        bound: 0,
        unit: 'of',
        ok: failed === 0 && done > 0,
      },
      note:
        [...failures].map(([what, count]) => `${count} x ${what}`).join('; ') ||
        `${done} done, ${rejected} told to come again`,
    },
  ];
}

/** Simulates fifty users for a long time: the resources of the server must not grow. */
export async function benchSoak(place: DatabasePlace): Promise<BenchResult[]> {
  const args = ['--metrics-port', '0'];
  const server = await startServer('sqlite' in place ? { args } : { args, database: place.postgres });
  try {
    const platform = await openPlatform(server, people, colleagues);
    const port = await metricsPort(server);
    const traffic: Traffic = { done: 0, rejected: 0, failures: new Map() };
    let over = false;
    const busy = keepBusy(server, platform, () => over, traffic);
    const begun = performance.now();
    const samples: Sample[] = [];
    while (performance.now() - begun < seconds * 1000) {
      await Promise.race([delay(everyMs), busy]);
      samples.push(await sample(server, port, begun));
    }
    over = true;
    await busy;
    const warm = samples.filter(({ hours }) => hours * 3_600 > warmUp);
    return results('sqlite' in place ? 'sqlite' : 'postgres', warm, traffic);
  } finally {
    await server.stop();
  }
}
