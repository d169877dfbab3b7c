import { at, jsonIn, OutboundError } from '../outbound/index.ts';
import type { Row } from '../store/database.ts';
import type { KeyNeeds } from './check-key.ts';
import { carriedBy, routeOf } from './key-route.ts';
import { readProbeRules } from './key-rules.ts';
import { codeOf, type Observation } from './next-state.ts';
import { observed, unreached } from './try-key.ts';

type Needs = Pick<KeyNeeds, 'keyring' | 'settings' | 'gate'>;

/** The upstream of a key did not give what it was asked for; the message is its code. */
export class UpstreamRefused extends Error {
  override readonly name = 'UpstreamRefused';
}

/** Reads JSON at the upstream of a key, outside any transaction. `path` begins with a slash and replaces that of the base URL. */
async function readJson({ gate, settings, keyring }: Needs, row: Row, url: string): Promise<unknown> {
  const { timeoutMs } = await readProbeRules(settings);
  const carried = carriedBy(routeOf(keyring, row));
  const refuse = (seen: Observation): never => {
    throw new UpstreamRefused(codeOf(seen) ?? 'failed');
  };
  try {
    const answer = await gate.send({ target: 'ai', ...carried, url, timeoutMs });
    const seen = observed(answer);
    if (seen.outcome !== 'ok') return refuse(seen);
    return jsonIn(answer.body);
  } catch (error) {
    if (error instanceof OutboundError) return refuse(unreached(error));
    throw error;
  }
}

/** Upstream ids of models, in their order, each once; at most 1000. */
export async function readModels(needs: Needs, row: Row): Promise<string[]> {
  const body = await readJson(needs, row, `${String(row.base_url).replace(/\/+$/, '')}/models`);
  const list = at(body, 'data') ?? at(body, 'models');
  if (!Array.isArray(list)) throw new UpstreamRefused('unreadable');
  const ids = list.map((one) => at(one, 'id') ?? at(one, 'name')).filter((id) => typeof id === 'string');
  return [...new Set(ids.filter((id) => id !== '' && id.length <= 128))].slice(0, 1000);
}

export interface UpstreamBalance {
  /** In millionths of the currency. */
  readonly micros: number;
  readonly currency: string;
}

interface BalanceRoom {
  /** Replaces the path of the base URL. */
  readonly path: string;
  read(body: unknown): { readonly amount: unknown; readonly currency: unknown };
}

const rooms: Readonly<Record<string, BalanceRoom>> = {
  deepseek: {
    path: '/user/balance',
    read: (body) => ({
      amount: at(body, 'balance_infos', 0, 'total_balance'),
      currency: at(body, 'balance_infos', 0, 'currency'),
    }),
  },
  siliconflow: {
    path: '/v1/user/info',
    read: (body) => ({ amount: at(body, 'data', 'totalBalance'), currency: 'CNY' }),
  },
  moonshot: {
    path: '/v1/users/me/balance',
    read: (body) => ({ amount: at(body, 'data', 'available_balance'), currency: 'CNY' }),
  },
  openrouter: {
    path: '/api/v1/credits',
    read: (body) => ({
      amount: Number(at(body, 'data', 'total_credits')) - Number(at(body, 'data', 'total_usage')),
      currency: 'USD',
    }),
  },
};

/** What is left on a key, as its upstream says; null when the upstream of this key is not asked. */
export async function readBalance(needs: Needs, row: Row): Promise<UpstreamBalance | null> {
  const room = rooms[String(row.balance_source)];
  if (!room) return null;
  const body = await readJson(needs, row, new URL(room.path, String(row.base_url)).href);
  const { amount, currency } = room.read(body);
  const micros = Math.round(Number(amount) * 1_000_000);
  if (amount === null || amount === undefined || amount === '' || !Number.isSafeInteger(micros))
    throw new UpstreamRefused('unreadable');
  return { micros, currency: /^[A-Z]{3}$/.test(String(currency)) ? String(currency) : 'CNY' };
}
