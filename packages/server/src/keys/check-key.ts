import { apiKey } from '@gantry/core';
import type { Clock } from '../caller.ts';
import type { OutboundGate } from '../outbound/index.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { Database, Row, Tx } from '../store/database.ts';
import { lockRows } from '../store/records.ts';
import { routeOf } from './key-route.ts';
import { healthOf, temperOf } from './key-row.ts';
import { readKeyRules, readProbeRules } from './key-rules.ts';
import { upstreamModel } from './model-map.ts';
import { type Cause, moveKey } from './move-key.ts';
import { codeOf, type KeyStatus, nextState } from './next-state.ts';
import { type Tried, tryKey } from './try-key.ts';

export interface KeyNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  readonly gate: OutboundGate;
}

/** Tries one key as it stands in the database, outside any transaction. */
export async function tryStoredKey(needs: KeyNeeds, row: Row, wanted: string | null = null): Promise<Tried> {
  const { timeoutMs } = await readProbeRules(needs.settings);
  const named = wanted ?? (typeof row.test_model === 'string' ? row.test_model : null);
  return tryKey(needs.gate, {
    ...routeOf(needs.keyring, row),
    model: named === null ? null : upstreamModel(row, named),
    prompt: 'ping',
    maxTokens: 1,
    timeoutMs,
  });
}

/** Writes down what a try of a key came to, on the key as it is by now. Gives where it stands then. */
export async function learnFromTry(
  { clock, settings }: Pick<KeyNeeds, 'clock' | 'settings'>,
  tx: Tx,
  row: Row,
  tried: Tried,
  cause: Pick<Cause, 'cause' | 'actor'>,
): Promise<KeyStatus> {
  const now = clock();
  const rules = await readKeyRules(settings);
  const next = nextState(healthOf(row), tried, { rules, temper: temperOf(row), decides: true, now });
  const code = codeOf(tried);
  const cells = {
    last_test_at: now,
    last_test_ms: tried.ms,
    ...(code === null ? {} : { last_error_code: code.slice(0, 64), last_error: null }),
  };
  await moveKey({ tx, clock }, row, next, { ...cause, code }, { cells, tell: rules.notify });
  return next.status;
}

/** Tries a key and learns from it, by itself. */
export async function checkKey(needs: KeyNeeds, id: number, cause: 'test' | 'probe'): Promise<void> {
  const row = await needs.database.read.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return;
  const tried = await tryStoredKey(needs, row);
  await needs.database.transaction(async (tx) => {
    const [now] = await lockRows(tx, needs.database.dialect, apiKey, [id]);
    if (now) await learnFromTry(needs, tx, now, tried, { cause });
  });
}
