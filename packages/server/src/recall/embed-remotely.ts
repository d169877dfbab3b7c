import { Fault } from '@gantry/core';
import type { KeyNeeds } from '../keys/check-key.ts';
import { upstreamModel } from '../keys/key-row.ts';
import { readKeyRules } from '../keys/key-rules.ts';
import { openKey } from '../keys/key-secret.ts';
import { type Lease, leaseKey } from '../keys/lease-key.ts';
import { codeOf, type KeyOutcome, type Observation } from '../keys/next-state.ts';
import { reportLease } from '../keys/report-lease.ts';
import { headersOf, observed, unreached } from '../keys/try-key.ts';
import { createDayOf } from '../money/day-of.ts';
import { OutboundError } from '../outbound/index.ts';
import type { Row } from '../store/database.ts';
import { EmbedError } from './embed-error.ts';
import { type ReadEmbeddings, readEmbeddings } from './read-embeddings.ts';

const longest = 60_000;
/** Of an answer: 64 texts of 4,096 dimensions. */
const mostAnswer = 8 * 1024 * 1024;
const tries = 3;

/** The upstream refused before it did anything, so that another key may be asked. */
const refusedUndone: ReadonlySet<KeyOutcome> = new Set(['rateLimited', 'auth', 'quota']);

interface Attempt {
  readonly seen: Observation;
  readonly read: ReadEmbeddings | null;
  /** What was wrong with an answer that came. */
  readonly fault: EmbedError | null;
}

/** Sends texts to a model with one key after the other, as long as each refuses without having done anything. */
export async function embedRemotely(
  needs: KeyNeeds,
  model: Row,
  texts: readonly string[],
  expected: number | null,
): Promise<ReadEmbeddings> {
  const tried: number[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const lease = await takeKey(needs, model, tried);
    const { seen, read, fault } = await ask(needs, model, lease, texts, expected);
    await report(needs, lease, seen);
    if (fault) throw fault;
    if (read) return read;
    tried.push(Number(lease.key.id));
    const undone = refusedUndone.has(seen.outcome) || isUnreached(seen);
    if (!undone || attempt === tries) throw new EmbedError(codeOf(seen) ?? 'refused', undone);
  }
}

const isUnreached = ({ code }: Observation) => code === 'outbound_dns';

async function takeKey({ database, clock }: KeyNeeds, model: Row, exclude: readonly number[]): Promise<Lease> {
  const wish = {
    keyGroup: String(model.key_group),
    provider: String(model.provider),
    model: String(model.code),
    exclude: [...exclude],
    clientId: null,
    capability: null,
    ttlMs: longest * 2,
  };
  try {
    return await database.transaction((tx) => leaseKey(tx, wish, clock()));
  } catch (error) {
    if (error instanceof Fault && error.fault === 'busy') throw new EmbedError('noKey', true);
    throw error;
  }
}

async function ask(
  { keyring, gate }: KeyNeeds,
  model: Row,
  { key }: Lease,
  texts: readonly string[],
  expected: number | null,
): Promise<Attempt> {
  const given = { provider: String(key.provider), secret: openKey(keyring, key) };
  try {
    const answer = await gate.send({
      url: `${String(key.base_url).replace(/\/+$/, '')}/embeddings`,
      method: 'POST',
      headers: { ...headersOf(given), accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ model: upstreamModel(key, String(model.code)), input: texts }),
      timeoutMs: Math.min(Number(model.timeout_s) * 1000, longest),
      maxBytes: mostAnswer,
    });
    const seen = observed(answer);
    return { seen, ...(seen.outcome === 'ok' ? readOrFault(answer.body, texts.length, expected) : nothing) };
  } catch (error) {
    if (error instanceof OutboundError) return { seen: unreached(error), ...nothing };
    throw error;
  }
}

const nothing = { read: null, fault: null } as const;

function readOrFault(body: Buffer, count: number, expected: number | null): Pick<Attempt, 'read' | 'fault'> {
  try {
    return { read: readEmbeddings(body, count, expected), fault: null };
  } catch (error) {
    if (error instanceof EmbedError) return { read: null, fault: error };
    throw error;
  }
}

async function report({ database, clock, settings }: KeyNeeds, lease: Lease, seen: Observation): Promise<void> {
  const rules = await readKeyRules(settings);
  const { timezone } = await settings.read('system', 'site');
  const day = createDayOf()(clock(), timezone);
  const told = { ...seen, leaseNo: lease.no, message: null, upstreamCost: 0 };
  await database.transaction((tx) => reportLease({ tx, database, clock, rules, day }, told));
}
