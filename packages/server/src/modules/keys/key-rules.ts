import { maskSecret } from '@gantry/core';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { getId, type RowOf } from '../../platform/store/database.ts';
import type { KeyHealth, KeyStatus, KeyTemper } from './next-state.ts';

const toNumberOr = (value: unknown, usual: number) => (value === null || value === undefined ? usual : Number(value));
const getMoment = (value: unknown) => (value === null || value === undefined ? null : Number(value));

export function toKeyHealth(row: RowOf<'api_keys'>): KeyHealth {
  return {
    status: row.status as KeyStatus,
    failStreak: toNumberOr(row.fail_streak, 0),
    coolLevel: toNumberOr(row.cool_level, 0),
    coolUntil: getMoment(row.cool_until),
    nextProbeAt: getMoment(row.next_probe_at),
  };
}

export function toKeyTemper(row: RowOf<'api_keys'>): KeyTemper {
  return { autoBan: row.auto_ban === 1, failThreshold: toNumberOr(row.fail_threshold, 1) };
}

/** The urgency of a key: the sooner an admin must act, the higher. */
const problemRank: Readonly<Record<KeyStatus, number>> = {
  active: 0,
  disabled: 0,
  cooling: 1,
  exhausted: 2,
  expired: 3,
  probing: 4,
  autoDisabled: 5,
};

export function toHealthCells(health: KeyHealth): Record<string, string | number | null> {
  return {
    status: health.status,
    trouble: problemRank[health.status],
    fail_streak: health.failStreak,
    cool_level: health.coolLevel,
    cool_until: health.coolUntil,
    next_probe_at: health.nextProbeAt,
  };
}

/** Parses a stored list of words; empty when nothing is stored. */
export function parseWords(stored: unknown): readonly string[] {
  return typeof stored === 'string' ? (JSON.parse(stored) as string[]) : [];
}

const place = (id: number) => ({ table: 'api_keys', id, column: 'secret' });

/** The fingerprint that identifies a key: a keyed hash of the full key, which reveals nothing of it. */
export function createFingerprint(keyring: Keyring, secret: string): string {
  return keyring.mac('search', 'api-key', secret);
}

export function sealKey(keyring: Keyring, id: number, secret: string): string {
  return keyring.seal(place(id), secret);
}

export function openKey(keyring: Keyring, row: { readonly id?: unknown; readonly secret?: unknown }): string {
  return keyring.open(place(getId(row)), String(row.secret));
}

/** Strips a pasted key of what surrounds it; returns null when it could not be sent in a header. */
export function readKey(given: string): string | null {
  const secret = given.trim().replace(/^Bearer\s+/i, '');
  return /^[\x21-\x7e]{8,2048}$/.test(secret) ? secret : null;
}

/** The visible part of a key. */
export function toMask(secret: string): string {
  return maskSecret(secret);
}

/** What the pool does when a key fails. Times in ms. */
export interface KeyRules {
  readonly disableOn: readonly string[];
  readonly coolOn: readonly string[];
  readonly coolFirst: number;
  readonly coolMax: number;
  readonly probeEvery: number;
  readonly notify: boolean;
}

/** How probes and tests are made. */
export interface ProbeRules {
  readonly enabled: boolean;
  readonly timeoutMs: number;
}

const second = 1000;

export async function readKeyRules(settings: SettingsReader): Promise<KeyRules> {
  const { disableOn, coolOn, coolFirstSeconds, coolMaxSeconds, notify } = await settings.read('keyPool', 'rules');
  const { intervalSeconds } = await settings.read('keyPool', 'probe');
  return {
    disableOn: disableOn ?? [],
    coolOn: coolOn ?? [],
    coolFirst: coolFirstSeconds * second,
    coolMax: Math.max(coolFirstSeconds, coolMaxSeconds) * second,
    probeEvery: intervalSeconds * second,
    notify,
  };
}

export async function readProbeRules(settings: SettingsReader): Promise<ProbeRules> {
  const { enabled, timeoutSeconds } = await settings.read('keyPool', 'probe');
  return { enabled, timeoutMs: timeoutSeconds * second };
}

export async function readLeaseMs(settings: SettingsReader): Promise<number> {
  return (await settings.read('keyPool', 'lease')).leaseSeconds * second;
}
