import { type CallOptions, type ClientOptions, send } from './send.ts';

export interface AdminClientOptions extends ClientOptions {
  /** An access token or a session token. */
  readonly token: string;
}

/** The body of a list call. */
export interface ListQuery {
  readonly keyword?: string;
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly sort?: readonly { readonly field: string; readonly order: 'asc' | 'desc' }[];
  readonly columns?: readonly string[];
  /** Records per page; 100 by default. */
  readonly pageSize?: number;
}

type DataRecord = Readonly<Record<string, unknown>>;

export interface AdminClient {
  /** Posts a body to a path under `/api/v1/admin`, such as `/order/refund`, and returns `data`. Throws GantryError. */
  call<T = DataRecord>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  /** Iterates over all matching records, page by page: `listAll('/order', { keyword: 'A1' })`. */
  listAll<T = DataRecord>(resource: string, query?: ListQuery, options?: CallOptions): AsyncGenerator<T, void>;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

const base = '/api/v1/admin';
const reading = /\/(list|get|find|info|report|chart)$/;

/** Creates a client of the admin API. */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  const authorize = () => `Bearer ${options.token}`;
  const call: AdminClient['call'] = async <T>(path: string, body: unknown = {}, callOptions: CallOptions = {}) => {
    const repeatable = reading.test(path) || callOptions.idempotencyKey !== undefined;
    return (await send(options, { ...callOptions, path: base + path, body, authorize, repeatable })) as T;
  };
  return {
    call,
    async *listAll<T>(resource: string, { pageSize = 100, ...query }: ListQuery = {}, callOptions: CallOptions = {}) {
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const body = { ...query, pageSize, ...(cursor === undefined ? {} : { cursor }) };
        const page: Page<T> = await call(`${resource}/list`, body, callOptions);
        yield* page.items;
        cursor = page.nextCursor;
      }
    },
  };
}
