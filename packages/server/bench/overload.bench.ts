import { setTimeout as delay } from 'node:timers/promises';
import type { DatabasePlace } from '../src/store/open-database.ts';
import { type RunningServer, startServer } from '../test/server-process.ts';
import type { BenchResult } from './bench-result.ts';
import { createSender, percentile, requestText, type Sender, type Sent, type WireAnswer } from './open-loop.ts';
import { mixedRequests, openPlatform } from './platform.ts';
import { loadNote, processFigures } from './process-figures.ts';

/** How long each load lasts. */
const seconds = Number(process.env.GANTRY_BENCH_SECONDS ?? 10);
/** As many times what the server can do is sent, one load after the other. */
const loads = [1, 2, 3, 4, 5] as const;
/** What is sent afterwards, to see it recover. */
const calm = 0.5;
const [people, colleagues, callers, warmUp] = [64, 12, 32, 4];
const healthEvery = 50;
/** As a proxy keeps them: more than calls that run. */
const connections = 600;

/** What a load came to. */
interface Phase {
  readonly times: number;
  readonly sent: Sent;
  readonly accepted: readonly WireAnswer[];
  readonly refused: readonly WireAnswer[];
  /** Neither done nor refused with a time to come again. */
  readonly bad: number;
  readonly goodput: number;
  readonly load: string;
}

function phaseOf(times: number, sent: Sent): Phase {
  const accepted = sent.answers.filter(({ status }) => status === 200);
  const refused = sent.answers.filter(({ status }) => status === 503 || status === 429);
  const saying = refused.filter(({ saysWhen }) => saysWhen).length;
  const bad = sent.lost + sent.answers.length - accepted.length - saying;
  return {
    times,
    sent,
    accepted,
    refused,
    bad,
    goodput: accepted.filter(({ at }) => at <= sent.end).length / sent.seconds,
    load: loadNote(),
  };
}

const p99 = (answers: readonly WireAnswer[]) =>
  percentile(
    answers.map(({ ms }) => ms),
    99,
  );

/** Looks at the server from outside until it is stopped: its memory, and how long its health takes to be told. */
function watch(server: RunningServer, sender: Sender) {
  const [health, memory]: [number[], number[]] = [[], []];
  let over = false;
  const asked = (async () => {
    for (let n = 0; !over; n += 1) {
      const answer = await sender.ask(requestText(n % 2 === 0 ? '/livez' : '/readyz', null));
      health.push(answer?.status === 200 ? answer.ms : Number.POSITIVE_INFINITY);
      if (n % 5 === 0) memory.push(processFigures(server.pid).rssMib);
      await delay(healthEvery);
    }
  })();
  return {
    async stop() {
      over = true;
      await asked;
      return { healthMs: percentile(health, 99), rssMib: Math.max(...memory) };
    },
  };
}

interface Measured {
  readonly peak: number;
  readonly phases: readonly Phase[];
  /** From the end of the last load to the last refusal, in s. */
  readonly recovery: number;
  readonly healthMs: number;
  readonly rssMib: number;
}

async function measure(server: RunningServer): Promise<Measured> {
  const next = mixedRequests(await openPlatform(server, people, colleagues));
  const sender = createSender(server.port);
  const healthSender = createSender(server.port);
  try {
    await sender.atOnce(callers, warmUp, next);
    const peak = phaseOf(0, await sender.atOnce(callers, seconds, next)).goodput;
    const outside = watch(server, healthSender);
    const phases: Phase[] = [];
    await sender.connect(connections, requestText('/livez', null));
    for (const times of loads) phases.push(phaseOf(times, await sender.atRate(peak * times, seconds, next)));
    const calmed = performance.now();
    const after = phaseOf(calm, await sender.atRate(peak * calm, seconds, next));
    const lastRefusal = Math.max(calmed, ...after.refused.map(({ at }) => at));
    return { peak, phases, recovery: (lastRefusal - calmed) / 1000, ...(await outside.stop()) };
  } finally {
    sender.close();
    healthSender.close();
  }
}

function results(kind: string, { peak, phases, recovery, healthMs, rssMib }: Measured): BenchResult[] {
  const course = phases.map(({ times, goodput, refused, sent, load }) => {
    const share = (100 * refused.length) / Math.max(1, sent.answers.length);
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
  const [accepted, refused] = [({ accepted }: Phase) => accepted, ({ refused }: Phase) => refused];
  return [
    row('done at the peak, against the least of 1x to 5x', peak, least, 1.25, '/s', course.join('; ')),
    row('99th percentile of what is done', worst(accepted), 1_000, 1, 'ms', each(accepted)),
    row('99th percentile of refusals', worst(refused), 50, 1, 'ms', each(refused)),
    row('neither done nor told when to come again', bad, all, 0, 'of', `${all} calls`),
    row('memory at its largest', rssMib, 512, 1, 'MiB', 'resident'),
    row('99th percentile of /livez and /readyz', healthMs, 100, 1, 'ms', `asked every ${healthEvery} ms`),
    row('until nothing is refused again', recovery, 5, 1, 's', `at ${calm}x after ${loads.at(-1)}x`),
  ];
}

/** Up to five times what the server can do, sent without waiting for answers, and back. */
export async function benchOverload(place: DatabasePlace): Promise<BenchResult[]> {
  const server = await startServer('sqlite' in place ? {} : { database: place.postgres });
  try {
    return results('sqlite' in place ? 'sqlite' : 'postgres', await measure(server));
  } finally {
    await server.stop();
  }
}
