import type { SearchResult } from '@gantry/core';
import {
  ConnectionTestError,
  getPath,
  type OutboundClient,
  parseJson,
  runConnectionTest,
  toRejection,
} from '../../platform/outbound/index.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { SettingsTests } from '../../platform/settings/settings-tests.ts';

/** How to call a search engine, and where its answer contains the results. */
interface SearchEngine {
  request(options: SearchOptions): {
    readonly url: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
  };
  /** The field names on the path to the list of results. */
  readonly results: readonly string[];
  readonly fields: Readonly<Record<keyof SearchResult, string>>;
}

interface SearchOptions {
  readonly endpoint: string;
  readonly key: string | null;
  readonly query: string;
  readonly topK: number;
}

const accept = { accept: 'application/json' } as const;
const createBearerHeader = (key: string | null): Record<string, string> =>
  key ? { authorization: `Bearer ${key}` } : {};

function createSearchUrl(endpoint: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

const createJsonBody = (body: object) => ({ body: JSON.stringify(body) });
const json = { ...accept, 'content-type': 'application/json' } as const;

const engines = {
  searxng: {
    request: ({ endpoint, key, query }) => ({
      url: createSearchUrl(endpoint, { q: query, format: 'json' }),
      headers: { ...accept, ...createBearerHeader(key) },
    }),
    results: ['results'],
    fields: { title: 'title', url: 'url', snippet: 'content' },
  },
  brave: {
    request: ({ endpoint, key, query, topK }) => ({
      url: createSearchUrl(endpoint, { q: query, count: String(Math.min(topK, 20)) }),
      headers: { ...accept, ...(key ? { 'x-subscription-token': key } : {}) },
    }),
    results: ['web', 'results'],
    fields: { title: 'title', url: 'url', snippet: 'description' },
  },
  tavily: {
    request: ({ endpoint, key, query, topK }) => ({
      url: endpoint,
      headers: { ...json, ...createBearerHeader(key) },
      ...createJsonBody({ query, max_results: Math.min(topK, 20) }),
    }),
    results: ['results'],
    fields: { title: 'title', url: 'url', snippet: 'content' },
  },
  bocha: {
    request: ({ endpoint, key, query, topK }) => ({
      url: endpoint,
      headers: { ...json, ...createBearerHeader(key) },
      ...createJsonBody({ query, count: topK, summary: true }),
    }),
    results: ['data', 'webPages', 'value'],
    fields: { title: 'name', url: 'url', snippet: 'snippet' },
  },
} as const satisfies Readonly<Record<string, SearchEngine>>;

type EngineName = keyof typeof engines;

function searchRequest(engine: EngineName, options: SearchOptions): ReturnType<SearchEngine['request']> {
  return engines[engine].request(options);
}

const longest = { title: 300, url: 2000, snippet: 2000 } as const;

/** The results in an engine's answer; null when it has no list. Removes markup from the texts. */
function searchResults(engine: EngineName, answer: unknown, topK: number): SearchResult[] | null {
  const { results, fields }: SearchEngine = engines[engine];
  const list = getPath(answer, ...results);
  if (!Array.isArray(list)) return null;
  const getText = (entry: unknown, name: keyof SearchResult) => {
    const value = getPath(entry, fields[name]);
    return typeof value === 'string' ? value.replace(/<[^<>]{0,100}>/g, '').slice(0, longest[name]) : '';
  };
  return list
    .map((entry: unknown) => ({
      title: getText(entry, 'title'),
      url: getText(entry, 'url'),
      snippet: getText(entry, 'snippet'),
    }))
    .filter(({ url }) => /^https?:\/\//.test(url))
    .slice(0, topK);
}

export interface SearchDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

/** Queries the search engine of the settings. Throws ConnectionTestError or OutboundError; neither contains the query. */
export async function searchWeb(
  { settings, outbound }: SearchDeps,
  query: string,
  topK: number,
): Promise<SearchResult[]> {
  const { engine, endpoint, timeoutSeconds } = await settings.read('extensions', 'webSearch');
  if (!endpoint) throw new ConnectionTestError('off');
  const key = await settings.secret('extensions', 'webSearch', 'key');
  const request = searchRequest(engine, { endpoint, key, query, topK });
  const method = request.body === undefined ? 'GET' : 'POST';
  const { status, body } = await outbound.send({
    target: 'search',
    ...request,
    method,
    timeoutMs: timeoutSeconds * 1000,
    redirects: 2,
  });
  const rejection = toRejection(status);
  if (rejection) throw rejection;
  const results = searchResults(engine, parseJson(body), topK);
  if (!results) throw new ConnectionTestError('answer');
  return results;
}

const shownResults = 5;

export function createSearchTests(deps: SearchDeps): SettingsTests {
  return {
    'extensions/webSearch/query': ({ query }) =>
      runConnectionTest(async () => {
        const items = await searchWeb(deps, String(query), shownResults);
        return { found: items.length, results: items.map(({ title, url }) => ({ title, url })) };
      }),
  };
}
