import { snake } from '@gantry/core';
import type { Clock } from '../../platform/http/caller.ts';
import { notify } from '../../platform/notifications/notify.ts';
import { type Cell, type RowOf, type Tx, withNamedTables } from '../../platform/store/database.ts';
import { type KeyRules, toHealthCells, toKeyHealth } from './key-rules.ts';
import { createKeyDisabledNotification } from './notifications.ts';

export type KeyStatus = 'active' | 'cooling' | 'autoDisabled' | 'probing' | 'exhausted' | 'expired' | 'disabled';

/** How a call with a key went. `request`: it was rejected because of the request, not because of the key. */
export const keyOutcomes = ['ok', 'rateLimited', 'auth', 'quota', 'server', 'timeout', 'request'] as const;
export type KeyOutcome = (typeof keyOutcomes)[number];

export interface Observation {
  readonly outcome: KeyOutcome;
  /** HTTP status of the upstream. */
  readonly status: number | null;
  /** The upstream's own error code, such as `insufficient_quota`. */
  readonly code: string | null;
  readonly retryAfterMs: number | null;
}

export interface KeyHealth {
  readonly status: KeyStatus;
  readonly failStreak: number;
  readonly coolLevel: number;
  readonly coolUntil: number | null;
  readonly nextProbeAt: number | null;
}

export interface KeyTemper {
  readonly autoBan: boolean;
  readonly failThreshold: number;
}

/** Allowed changes of a key's status; any other is never written. */
export const moves: Readonly<Record<KeyStatus, readonly KeyStatus[]>> = {
  active: ['cooling', 'autoDisabled', 'exhausted', 'expired', 'disabled'],
  cooling: ['active', 'autoDisabled', 'exhausted', 'expired', 'disabled'],
  autoDisabled: ['probing', 'active', 'expired', 'disabled'],
  probing: ['active', 'autoDisabled', 'disabled'],
  exhausted: ['active', 'expired', 'disabled'],
  expired: ['active', 'disabled'],
  disabled: ['active'],
};

/** The code of an outcome when the upstream gave none. */
const usualCodes: Readonly<Record<KeyOutcome, string>> = {
  ok: '',
  rateLimited: '429',
  auth: '401',
  quota: 'insufficient_quota',
  server: '500',
  timeout: 'timeout',
  request: '',
};

/** The code under which a failure is recorded. */
export function getErrorCode({ outcome, status, code }: Observation): string | null {
  if (outcome === 'ok') return null;
  return code ?? (status === null ? usualCodes[outcome] || outcome : String(status));
}

type Verdict = 'ok' | 'fatal' | 'cool' | 'failure' | 'request';

function judgeObservation({ outcome, status, code }: Observation, rules: KeyRules): Verdict {
  if (outcome === 'ok') return 'ok';
  const codes = [code, status === null ? null : String(status), usualCodes[outcome]];
  const isOn = (list: readonly string[]) => codes.some((one) => one !== null && one !== '' && list.includes(one));
  if (isOn(rules.disableOn)) return 'fatal';
  if (outcome === 'request') return 'request';
  return isOn(rules.coolOn) ? 'cool' : 'failure';
}

/**
 * Computes the status of a key after a call with it. A test or a probe decides for itself (`decides`). A report may belong to a
 * call that started before the key changed, so it never restores a key. A key disabled by hand stays disabled whatever happens.
 */
export function computeNextState(
  health: KeyHealth,
  observation: Observation,
  { rules, temper, decides, now }: { rules: KeyRules; temper: KeyTemper; decides: boolean; now: number },
): KeyHealth {
  const { status } = health;
  const verdict = judgeObservation(observation, rules);
  const probeAt = now + rules.probeEvery;
  if (status === 'disabled' || status === 'exhausted' || status === 'expired') return health;
  if (status === 'probing' && verdict !== 'ok') return { ...health, status: 'autoDisabled', nextProbeAt: probeAt };
  if (verdict === 'request') return health;
  if (verdict === 'ok') return status === 'active' || decides ? restored : health;
  if (status === 'autoDisabled') return { ...health, nextProbeAt: probeAt };
  const failStreak = health.failStreak + (verdict === 'failure' || observation.outcome === 'timeout' ? 1 : 0);
  const isOver = verdict === 'fatal' || failStreak >= temper.failThreshold;
  if (isOver && temper.autoBan) {
    return { ...health, status: 'autoDisabled', failStreak, coolUntil: null, nextProbeAt: probeAt };
  }
  if (!isOver && verdict === 'failure') return { ...health, failStreak };
  const failed = { ...health, failStreak };
  return status === 'cooling'
    ? extendCooldown(failed, observation, now)
    : applyCooldown(failed, observation, rules, now);
}

/** The health of a key without any failures. */
export const restored: KeyHealth = {
  status: 'active',
  failStreak: 0,
  coolLevel: 0,
  coolUntil: null,
  nextProbeAt: null,
};

/** The longest cooldown that an upstream may ask for, in ms: 30 days. */
export const longestRest = 30 * 86_400_000;

/** The cooldown that an upstream asks for, in ms; 0 when it names none. */
const getRequestedPause = ({ retryAfterMs }: Observation) =>
  Math.min(Math.max(Math.ceil(retryAfterMs ?? 0), 0), longestRest);

function applyCooldown(health: KeyHealth, observation: Observation, rules: KeyRules, now: number): KeyHealth {
  const step = Math.min(rules.coolFirst * 2 ** Math.min(health.coolLevel, 20), rules.coolMax);
  const rest = Math.max(step, getRequestedPause(observation));
  return { ...health, status: 'cooling', coolLevel: health.coolLevel + 1, coolUntil: now + rest };
}

/** A cooling key is extended to the latest known end of its cooldown. Calls that were in flight do not raise the level. */
function extendCooldown(health: KeyHealth, observation: Observation, now: number): KeyHealth {
  const until = now + getRequestedPause(observation);
  return { ...health, coolUntil: Math.max(health.coolUntil ?? 0, until) };
}

export interface Cause {
  readonly cause: 'report' | 'test' | 'probe' | 'auto' | 'manual';
  readonly code?: string | null;
  readonly message?: string | null;
  /** The admin who changed it by hand. */
  readonly actor?: string | null;
}

interface Scope {
  readonly tx: Tx;
  readonly clock: Clock;
}

/**
 * Changes the status of a key, if it is unchanged since it was read, and records an event. Returns whether it was changed.
 * Notifies admins when a key was disabled automatically or expired, and `tell` is set.
 */
export async function moveKey(
  { tx, clock }: Scope,
  row: RowOf<'api_keys'>,
  next: KeyHealth,
  cause: Cause,
  { cells = {}, report = false }: { cells?: Readonly<Record<string, Cell>>; report?: boolean } = {},
): Promise<boolean> {
  const before = toKeyHealth(row);
  const isMove = before.status !== next.status;
  if (isMove && !moves[before.status].includes(next.status))
    throw new Error(`a key does not go from ${before.status} to ${next.status}`);
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ ...cells, ...toHealthCells(next) })
    .where('id', '=', row.id)
    .where('status', '=', before.status)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (!isMove) return true;
  await insertEvent(tx, row, before.status, next.status, cause, clock());
  const isOut = next.status === 'expired' || (next.status === 'autoDisabled' && before.status !== 'probing');
  if (report && isOut) await notify(tx, clock, createKeyDisabledNotification(row.id, row.name ?? '', cause.code ?? ''));
  return true;
}

async function insertEvent(
  tx: Tx,
  row: RowOf<'api_keys'>,
  from: string,
  to: string,
  cause: Cause,
  at: number,
): Promise<void> {
  const values = {
    keyId: row.id,
    keyName: row.name,
    fromState: from,
    toState: to,
    cause: cause.cause,
    code: cause.code?.slice(0, 64) ?? null,
    message: cause.message?.slice(0, 255) ?? null,
    actor: cause.actor ?? null,
    createdAt: at,
  };
  await withNamedTables(tx)
    .insertInto('api_key_events')
    .values(Object.fromEntries(Object.entries(values).map(([name, value]) => [snake(name), value])))
    .execute();
}
