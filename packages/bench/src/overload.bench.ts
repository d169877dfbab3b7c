import { setTimeout as delay } from 'node:timers/promises';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import {
  createSender,
  percentile,
  requestText,
  type Sender,
  type Sent,
  type WireAnswer,
} from '../../server/test/open-loop.ts';
import { type RunningServer, startServer } from '../../server/test/server-process.ts';
import { startBareServer } from './bare-server.ts';
import type { BenchResult } from './bench-result.ts';
import { mixedRequests, openPlatform } from './platform.ts';
import { loadNote, processFigures, processorMs } from './process-figures.ts';

/** The duration of each load, in seconds. */
const seconds = Number(process.env.GANTRY_BENCH_SECONDS ?? 10);
/** Loads as multiples of the capacity of the server, in this order. */
const loads = [1, 2, 3, 4, 5] as const;
/** The load afterwards, to measure the recovery. */
const calm = 0.5;
const [people, colleagues, callers, warmUp] = [64, 12, 32, 4];
const healthEvery = 50;
/** Maximum time of a rejection, as a multiple of that of a plain server. */
const refusalBound = 2.5;
/** The number of connections, like a proxy has: more than calls that run. */
const connections = 600;

/** The result of a load. */
interface Phase {
  readonly times: number;
  readonly sent: Sent;
  readonly accepted: readonly WireAnswer[];
  readonly rejected: readonly WireAnswer[];
  /** Calls that neither succeeded nor were rejected with a retry time. */
  readonly bad: number;
  readonly goodput: number;
  /** CPU time of the server, in ms. */
  readonly processor: number;
  readonly load: string;
}

/** Sends a load and summarizes the responses. */
async function getPhase(times: number, pid: number, send: () => Promise<Sent>): Promise<Phase> {
  const before = processorMs(pid);
  const sent = await send();
  const processor = processorMs(pid) - before;
  const accepted = sent.answers.filter(({ status }) => status === 200);
  const rejected = sent.answers.filter(({ status }) => status === 503 || status === 429);
  const saying = rejected.filter(({ saysWhen }) => saysWhen).length;
  const bad = sent.lost + sent.answers.length - accepted.length - saying;
  return {
    times,
    sent,
    accepted,
    rejected,
    bad,
    goodput: accepted.filter(({ at }) => at <= sent.end).length / sent.seconds,
    processor,
    load: loadNote(),
  };
}

const p99 = (answers: readonly WireAnswer[]) =>
  percentile(
    answers.map(({ ms }) => ms),
    99,
  );

/** Monitors the server until it is stopped: its memory, and the response time of its health check. */
function watch(server: RunningServer, sender: Sender) {
  const [health, memory]: [number[], number[]] = [[], []];
  let over = false;
  const requested = (async () => {
    for (let n = 0; !over; n += 1) {
      const answer = await sender.prompt(requestText(n % 2 === 0 ? '/livez' : '/readyz', null));
      health.push(answer?.status === 200 ? answer.ms : Number.POSITIVE_INFINITY);
      if (n % 5 === 0) memory.push(processFigures(server.pid).rssMib);
      await delay(healthEvery);
    }
  })();
  return {
    async stop() {
      over = true;
      await requested;
      return { healthMs: percentile(health, 99), rssMib: Math.max(...memory) };
    },
  };
}

/** The CPU time of a rejection by a plain Node.js server at the largest load, in ms. */
async function bareRefusal(perSecond: number, next: () => string): Promise<number> {
  const server = await startBareServer();
  const sender = createSender(server.port);
  try {
    await sender.connect(connections, requestText('/livez', null));
    const { processor, rejected } = await getPhase(0, server.pid, () => sender.atRate(perSecond, seconds / 2, next));
    return processor / rejected.length;
  } finally {
    sender.close();
    await server.stop();
  }
}

interface Measured {
  readonly peak: Phase;
  readonly phases: readonly Phase[];
  /** From the end of the last load to the last rejection, in seconds. */
  readonly recovery: number;
  readonly healthMs: number;
  readonly rssMib: number;
  /** See `bareRefusal`. */
  readonly bareMs: number;
}

async function measure(server: RunningServer): Promise<Measured> {
  const next = mixedRequests(await openPlatform(server, people, colleagues));
  const sender = createSender(server.port);
  const healthSender = createSender(server.port);
  try {
    await sender.atOnce(callers, warmUp, next);
    const peak = await getPhase(0, server.pid, () => sender.atOnce(callers, seconds, next));
    const load = (times: number) =>
      getPhase(times, server.pid, () => sender.atRate(peak.goodput * times, seconds, next));
    const bareMs = await bareRefusal(peak.goodput * (loads.at(-1) ?? 0), next);
    const outside = watch(server, healthSender);
    const phases: Phase[] = [];
    await sender.connect(connections, requestText('/livez', null));
    for (const times of loads) phases.push(await load(times));
    const calmed = performance.now();
    const after = await load(calm);
    const lastRefusal = Math.max(calmed, ...after.rejected.map(({ at }) => at));
    return { peak, phases, recovery: (lastRefusal - calmed) / 1000, bareMs, ...(await outside.stop()) };
  } finally {
    sender.close();
    healthSender.close();
  }
}

/** The CPU time of a rejection at the largest load, in ms: what remains when each call took as long as at the peak. */
function refusalMs(peak: Phase, { processor, accepted, rejected }: Phase): number {
  return Math.max(0, processor - (peak.processor / peak.accepted.length) * accepted.length) / rejected.length;
}

function results(kind: string, measured: Measured): BenchResult[] {
  const { peak, phases, recovery, healthMs, rssMib, bareMs } = measured;
  const worstLoad = phases.at(-1) ?? peak;
  const course = phases.map(({ times, goodput, rejected, sent, load }) => {
    const share = (100 * rejected.length) / Math.max(1, sent.answers.length);
    return `${times}x ${goodput.toFixed(0)}/s, ${share.toFixed(0)} % refused, sender ${sent.lateMs.toFixed(0)} ms late, ${load}`;
  });
  const least = Math.min(...phases.map(({ goodput }) => goodput));
  const worst = (of: (phase: Phase) => readonly WireAnswer[]) => Math.max(...phases.map((phase) => p99(of(phase))));
  const all = phases.reduce((sum, { sent }) => sum + sent.answers.length + sent.lost, 0);
  const bad = phases.reduce((sum, phase) => sum + phase.bad, 0);
  const row = (name: string, ours: number, floor: number, bound: number, unit: string, note: string): BenchResult => {
    const ratio = ours / floor;
    return { name: `${name}, ${kind}`, ours, floor, ratio, bound, unit, ok: ratio <= bound, note };
  };
  const each = (of: (phase: Phase) => readonly WireAnswer[]) =>
    phases.map((phase) => `${phase.times}x ${p99(of(phase)).toFixed(0)} ms`).join(', ');
  const [accepted, rejected] = [({ accepted }: Phase) => accepted, ({ rejected }: Phase) => rejected];
  return [
    row('done at the peak, against the least of 1x to 5x', peak.goodput, least, 1.25, '/s', course.join('; ')),
    row(
      'processor time of a refusal, against a bare server of Node',
      1000 * refusalMs(peak, worstLoad),
      1000 * bareMs,
      refusalBound,
      'us',
      `a bare server that refuses what is too much at 5x leaves ${(100 - bareMs * peak.goodput * 0.4).toFixed(0)} % of the peak`,
    ),
    row('99th percentile of what is done', worst(accepted), 1_000, 1, 'ms', each(accepted)),
    row('99th percentile of refusals', worst(rejected), 50, 1, 'ms', each(rejected)),
    row('neither done nor told when to come again', bad, all, 0, 'of', `${all} calls`),
    row('memory at its largest', rssMib, 512, 1, 'MiB', 'resident'),
    row('99th percentile of /livez and /readyz', healthMs, 100, 1, 'ms', `asked every ${healthEvery} ms`),
    row('until nothing is refused again', recovery, 5, 1, 's', `at ${calm}x after ${loads.at(-1)}x`),
  ];
}

/** Sends up to five times the capacity of the server without waiting for responses, then a low load. */
export async function benchOverload(place: DatabasePlace): Promise<BenchResult[]> {
  const server = await startServer('sqlite' in place ? {} : { database: place.postgres });
  try {
    return results('sqlite' in place ? 'sqlite' : 'postgres', await measure(server));
  } finally {
    await server.stop();
  }
}
