import { apiKey } from '@gantry/core';
import type { Clock } from '../../platform/http/caller.ts';
import type { OutboundClient } from '../../platform/outbound/index.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Database, Row, Tx } from '../../platform/store/database.ts';
import { lockRows } from '../../platform/store/records.ts';
import { getKeyRoute } from './key-route.ts';
import { toKeyHealth, toKeyTemper } from './key-row.ts';
import { readKeyRules, readProbeRules } from './key-rules.ts';
import { mapToUpstreamModel } from './model-map.ts';
import { type Cause, moveKey } from './move-key.ts';
import { computeNextState, getErrorCode, type KeyStatus } from './next-state.ts';
import { type Tried, tryKey } from './try-key.ts';

export interface KeyDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

/** Tries one key as it stands in the database, outside any transaction. */
export async function tryStoredKey(deps: KeyDeps, row: Row, wanted: string | null = null): Promise<Tried> {
  const { timeoutMs } = await readProbeRules(deps.settings);
  const named = wanted ?? (typeof row.test_model === 'string' ? row.test_model : null);
  return tryKey(deps.outbound, {
    ...getKeyRoute(deps.keyring, row),
    model: named === null ? null : mapToUpstreamModel(row, named),
    prompt: 'ping',
    maxTokens: 1,
    timeoutMs,
  });
}

/** Writes down what a try of a key came to, on the key as it is by now. Gives where it stands then. */
export async function learnFromTry(
  { clock, settings }: Pick<KeyDeps, 'clock' | 'settings'>,
  tx: Tx,
  row: Row,
  tried: Tried,
  cause: Pick<Cause, 'cause' | 'actor'>,
): Promise<KeyStatus> {
  const now = clock();
  const rules = await readKeyRules(settings);
  const next = computeNextState(toKeyHealth(row), tried, { rules, temper: toKeyTemper(row), decides: true, now });
  const code = getErrorCode(tried);
  const cells = {
    last_test_at: now,
    last_test_ms: tried.ms,
    ...(code === null ? {} : { last_error_code: code.slice(0, 64), last_error: null }),
  };
  await moveKey({ tx, clock }, row, next, { ...cause, code }, { cells, report: rules.notify });
  return next.status;
}

/** Tries a key and learns from it, by itself. */
export async function checkKey(deps: KeyDeps, id: number, cause: 'test' | 'probe'): Promise<void> {
  const row = await deps.database.read.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return;
  const tried = await tryStoredKey(deps, row);
  await deps.database.transaction(async (tx) => {
    const [now] = await lockRows(tx, deps.database.dialect, apiKey, [id]);
    if (now) await learnFromTry(deps, tx, now, tried, { cause });
  });
}
