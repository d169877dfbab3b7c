import { getPath, OutboundError, parseJson } from '../../platform/outbound/index.ts';
import type { RowOf } from '../../platform/store/database.ts';
import { getKeyRoute, getRouteHeaders } from './key-route.ts';
import { readProbeRules } from './key-rules.ts';
import { getErrorCode, type Observation } from './next-state.ts';
import { type KeyDeps, toObservation, toUnreachedObservation } from './probe-key.ts';

type Deps = Pick<KeyDeps, 'keyring' | 'settings' | 'outbound'>;

/** The upstream of a key did not return what was requested; the message is its error code. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}

/**
 * Reads JSON from the upstream of a key, outside any transaction. `path` starts with a slash and replaces that of the base URL.
 */
async function readJson({ outbound, settings, keyring }: Deps, row: RowOf<'api_keys'>, url: string): Promise<unknown> {
  const { timeoutMs } = await readProbeRules(settings);
  const carried = getRouteHeaders(getKeyRoute(keyring, row));
  const reject = (seen: Observation): never => {
    throw new UpstreamError(getErrorCode(seen) ?? 'failed');
  };
  try {
    const answer = await outbound.send({ target: 'ai', ...carried, url, timeoutMs });
    const seen = toObservation(answer);
    if (seen.outcome !== 'ok') return reject(seen);
    return parseJson(answer.body);
  } catch (error) {
    if (error instanceof OutboundError) return reject(toUnreachedObservation(error));
    throw error;
  }
}

/** Upstream ids of models in the order of the response, without duplicates; at most 1000. */
export async function readModels(deps: Deps, row: RowOf<'api_keys'>): Promise<string[]> {
  const body = await readJson(deps, row, `${row.base_url.replace(/\/+$/, '')}/models`);
  const list = getPath(body, 'data') ?? getPath(body, 'models');
  if (!Array.isArray(list)) throw new UpstreamError('unreadable');
  const ids = list.map((one) => getPath(one, 'id') ?? getPath(one, 'name')).filter((id) => typeof id === 'string');
  return [...new Set(ids.filter((id) => id !== '' && id.length <= 128))].slice(0, 1000);
}

export interface UpstreamBalance {
  /** In millionths of the currency. */
  readonly micros: number;
  readonly currency: string;
}

interface BalanceReader {
  /** Replaces the path of the base URL. */
  readonly path: string;
  read(body: unknown): { readonly amount: unknown; readonly currency: unknown };
}

const balanceReaders: Readonly<Record<string, BalanceReader>> = {
  deepseek: {
    path: '/user/balance',
    read: (body) => ({
      amount: getPath(body, 'balance_infos', 0, 'total_balance'),
      currency: getPath(body, 'balance_infos', 0, 'currency'),
    }),
  },
  siliconflow: {
    path: '/v1/user/info',
    read: (body) => ({ amount: getPath(body, 'data', 'totalBalance'), currency: 'CNY' }),
  },
  moonshot: {
    path: '/v1/users/me/balance',
    read: (body) => ({ amount: getPath(body, 'data', 'available_balance'), currency: 'CNY' }),
  },
  openrouter: {
    path: '/api/v1/credits',
    read: (body) => ({
      amount: Number(getPath(body, 'data', 'total_credits')) - Number(getPath(body, 'data', 'total_usage')),
      currency: 'USD',
    }),
  },
};

/** Returns the balance of a key from its upstream; null when balances of this key are not queried. */
export async function readBalance(deps: Deps, row: RowOf<'api_keys'>): Promise<UpstreamBalance | null> {
  const reader = balanceReaders[row.balance_source];
  if (!reader) return null;
  const body = await readJson(deps, row, new URL(reader.path, row.base_url).href);
  const { amount, currency } = reader.read(body);
  const micros = Math.round(Number(amount) * 1_000_000);
  if (amount === null || amount === undefined || amount === '' || !Number.isSafeInteger(micros))
    throw new UpstreamError('unreadable');
  return { micros, currency: /^[A-Z]{3}$/.test(String(currency)) ? String(currency) : 'CNY' };
}
