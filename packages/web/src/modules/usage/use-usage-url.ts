import {
  capabilities,
  createTranslator,
  type Leaves,
  type Locale,
  type Translate,
  type UsageDimension,
  type UsageMeasure,
  usageDimensions,
  usageMeasures,
  usageReport,
} from '@gantry/core';
import type { words as zh } from '@gantry/core/words/zh-CN/usage';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useLocale } from '../../app/i18n/index.ts';

const ranges = usageReport.input.range.options;
export type UsageRangeName = keyof typeof ranges;
const statuses = usageReport.input.status.options;
export type UsageStatus = keyof typeof statuses;
const sorts = usageReport.input.sort.options;
export type UsageSort = keyof typeof sorts;

/** The query of the report, as in the URL of the page. */
export interface UsageQuery {
  readonly range: UsageRangeName;
  readonly from: string | null;
  readonly to: string | null;
  readonly by: readonly UsageDimension[];
  readonly measure: UsageMeasure;
  readonly userId: number | null;
  readonly modelId: number | null;
  readonly apiKeyId: number | null;
  readonly capability: string | null;
  readonly status: UsageStatus | null;
  /** Minimum charged credits of a usage record. */
  readonly minAmount: number | null;
  /** Null for the default order of the grouping. */
  readonly sort: UsageSort | null;
  readonly page: number;
}

const parseOption = <T extends string>(options: Readonly<Record<T, unknown>>, given: string | null): T | null =>
  given !== null && Object.hasOwn(options, given) ? (given as T) : null;

function getId(given: string | null): number | null {
  const id = Number(given);
  return given !== null && Number.isSafeInteger(id) && id > 0 ? id : null;
}

function readQuery(params: URLSearchParams): UsageQuery {
  const get = (name: string) => params.get(name);
  const by = (get('by') ?? '').split(',').flatMap((name) => parseOption(usageDimensions, name) ?? []);
  return {
    range: parseOption(ranges, get('range')) ?? 'last-7d',
    from: get('from'),
    to: get('to'),
    by: by.length > 0 ? [...new Set(by)].slice(0, 2) : ['day'],
    measure: parseOption(usageMeasures, get('measure')) ?? 'credits',
    userId: getId(get('user')),
    modelId: getId(get('model')),
    apiKeyId: getId(get('key')),
    capability: parseOption(capabilities, get('capability')),
    status: parseOption(statuses, get('status')),
    minAmount: getId(get('least')),
    sort: parseOption(sorts, get('sort')),
    page: getId(get('page')) ?? 1,
  };
}

const parameterOf = { userId: 'user', modelId: 'model', apiKeyId: 'key', minAmount: 'least' } as const;

/** Returns the URL parameters with another query; default values are omitted. */
function writeQuery(params: URLSearchParams, usageQuery: UsageQuery): URLSearchParams {
  const result = new URLSearchParams(params);
  const start = readQuery(new URLSearchParams());
  for (const [name, value] of Object.entries(usageQuery)) {
    const parameter = Object.hasOwn(parameterOf, name) ? parameterOf[name as keyof typeof parameterOf] : name;
    const isStart = String(value) === String(start[name as keyof UsageQuery]);
    if (value === null || isStart) result.delete(parameter);
    else result.set(parameter, String(value));
  }
  return result;
}

/** The query in the URL; a change returns to the first page. */
export function useUsageUrl() {
  const [params, setParams] = useSearchParams();
  const usageQuery = useMemo(() => readQuery(params), [params]);
  const change = useCallback(
    (next: Partial<UsageQuery>) => setParams((now) => writeQuery(now, { ...readQuery(now), page: 1, ...next })),
    [setParams],
  );
  return { usageQuery, change };
}

/** Returns the filters that every call of the page shares. */
export function getUsageScope({
  range,
  from,
  to,
  userId,
  modelId,
  apiKeyId,
  capability,
  status,
  minAmount,
}: UsageQuery) {
  const span = range === 'custom' ? { range, from, to } : { range };
  return { ...span, userId, modelId, apiKeyId, capability, status, minAmount };
}

export type UsageWords = Translate<Leaves<typeof zh>>;

async function load(locale: Locale): Promise<UsageWords> {
  const { words } =
    locale === 'zh-CN'
      ? await import('@gantry/core/words/zh-CN/usage')
      : await import('@gantry/core/words/en-US/usage');
  return createTranslator<Leaves<typeof zh>>(locale, words);
}

/** Translations of the report, loaded with it. */
export function useUsageWords(): UsageWords {
  const locale = useLocale();
  return useSuspenseQuery({
    queryKey: ['usage-words', locale],
    queryFn: () => load(locale),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).data;
}

export const isTime = (name: UsageDimension) => name === 'day' || name === 'hour';
