import {
  capabilities,
  type Locale,
  localize,
  type UsageDimension,
  type UsageKey,
  usageRecord,
  usageReport,
} from '@gantry/core';
import { sql } from 'kysely';
import type { Caller, Services } from '../../platform/context/context.ts';
import type { Row } from '../../platform/store/database.ts';
import { listLabelSources, readLabels } from '../../platform/store/query/labels.ts';

/** Converts a key to a label. */
export type NameKey = (dimension: UsageDimension, key: UsageKey) => string;

const fieldOf = { user: 'userId', model: 'modelId', key: 'apiKeyId' } as const;
const none = { zh: '未记录', en: 'Not recorded' };

/** Loads the labels of the referenced records in one query per dimension; a deleted or hidden record is labeled by its ID. */
export async function loadUsageLabels(
  { catalogue, database }: Pick<Services, 'catalogue' | 'database'>,
  { actor, locale }: Pick<Caller, 'actor' | 'locale'>,
  timeZone: string,
  rows: readonly Row[],
): Promise<NameKey> {
  const referring = { ...usageRecord, fields: usageReport.input };
  const sources = listLabelSources(catalogue, referring, Object.values(fieldOf), actor.role);
  const labels = await readLabels(
    database.read,
    sources.filter(({ column }) => rows[0] !== undefined && column in rows[0]),
    rows,
    locale,
  );
  const known = await getModelNames(database, rows, labels.get('modelId'));
  let hours: ReturnType<typeof getHourWords> | null = null;
  return (dimension, key) => {
    if (dimension === 'day') return String(key);
    if (dimension === 'hour') {
      hours ??= getHourWords(timeZone);
      return hours(Number(key));
    }
    if (dimension === 'capability') return getCapabilityWords(String(key), locale);
    if (key === 0) return localize(none, locale);
    const label = labels.get(fieldOf[dimension])?.get(Number(key));
    return label ?? (dimension === 'model' ? known.get(Number(key)) : undefined) ?? `#${key}`;
  };
}

function getCapabilityWords(name: string, locale: Locale): string {
  const words = Object.entries(capabilities).find(([capability]) => capability === name)?.[1];
  return words ? localize(words, locale) : name;
}

/** Formats an hour as `2026-11-01 01:00 GMT-4`: the UTC offset distinguishes two hours with the same name. */
function getHourWords(timeZone: string): (hour: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  });
  return (hour) => {
    const parts = format.formatToParts(hour);
    const getPart = (type: string) => parts.find((entry) => entry.type === type)?.value ?? '';
    const time = `${getPart('year')}-${getPart('month')}-${getPart('day')} ${getPart('hour')}:${getPart('minute')}`;
    return `${time} ${getPart('timeZoneName')}`;
  };
}

/** Names of deleted models, from their latest record. */
async function getModelNames(
  { read, dialect }: Services['database'],
  rows: readonly Row[],
  found: ReadonlyMap<number, string> | undefined,
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.map((row) => Number(row.model_id ?? 0)))].filter((id) => id > 0 && !found?.has(id));
  if (ids.length === 0) return new Map();
  const wanted = dialect.tuples(
    ['bigint'],
    ids.map((id) => [id]),
  );
  const { rows: named } = await sql<{ id: number; name: string | null }>`select w.c0 as "id",
    (select u.model_name from usage_records u where u.model_id = w.c0 order by u.id desc limit 1) as "name"
    from ${wanted} w`.execute(read);
  return new Map(named.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}
