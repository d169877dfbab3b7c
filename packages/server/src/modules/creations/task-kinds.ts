import {
  type AnyResource,
  ApiError,
  drawTask,
  type Locale,
  type LocalizedText,
  localize,
  mindMapTask,
  musicTask,
  pickPreview,
  slideTask,
  type TaskKind,
  taskKinds,
  toTableName,
  videoTask,
  writeTask,
} from '@gantry/core';
import type { RecordPresenters } from '../../platform/engine/engine.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { getId, type Reader, type RowOf, withNamedTables } from '../../platform/store/database.ts';
import { type ChannelRules, readChannel } from './video-channels.ts';

/** The error for a price or an asset that differs from the settings. */
export const bySettings = (value: string | number): LocalizedText => ({
  zh: `设置中定为 ${value}`,
  en: `must be ${value}, as set in the task settings`,
});

/** A kind of creative task: where it is stored, what it is charged as, which rules it has. */
export interface KindOfTask {
  readonly resource: AnyResource;
  readonly capability: string;
  /** The first letter of its numbers, by which its table is known. */
  readonly letter: string;
  /** The scope in which its texts are checked for banned words. */
  readonly scope: 'draw' | 'prompt';
}

export const kindsOfTasks: Readonly<Record<TaskKind, KindOfTask>> = {
  draw: { resource: drawTask, capability: 'draw', letter: 'D', scope: 'draw' },
  slides: { resource: slideTask, capability: 'ppt', letter: 'S', scope: 'prompt' },
  video: { resource: videoTask, capability: 'video', letter: 'V', scope: 'draw' },
  music: { resource: musicTask, capability: 'music', letter: 'M', scope: 'prompt' },
  writing: { resource: writeTask, capability: 'write', letter: 'W', scope: 'prompt' },
  mindMap: { resource: mindMapTask, capability: 'mindMap', letter: 'N', scope: 'prompt' },
};

export interface TaskRules {
  readonly enabled: boolean;
  readonly maxConcurrent: number;
  readonly timeoutMinutes: number;
  readonly maxCredits: number;
  readonly checkPrompt: boolean;
  readonly publishReview: boolean;
  /** The price of a task of this kind, the same for every client; null when each request gives its own. */
  readonly price: { readonly asset: 'coin' | 'compute'; readonly amount: number } | null;
  /** Rules of the channel, if it has its own. */
  readonly channel?: ChannelRules | null;
  /** Nodes that a mind map may have. */
  readonly maxNodes?: number;
}

/** The settings of a kind, and of the channel of a video, which may give it another time. */
export async function readTaskRules(settings: SettingsReader, kind: TaskKind, channel?: unknown): Promise<TaskRules> {
  if (kind === 'video') {
    const own = await readChannel(settings, channel);
    const rules = await settings.read('video', 'tasks');
    return { ...rules, timeoutMinutes: own?.timeoutMinutes ?? rules.timeoutMinutes, channel: own, price: null };
  }
  if (kind !== 'mindMap') return { ...(await settings.read(kind, 'tasks')), price: null };
  const { enabled, asset, price: amount, maxNodes } = await settings.read('mindMap', 'maps');
  const rules = await settings.read('mindMap', 'tasks');
  return { ...rules, enabled, maxCredits: amount, maxNodes, price: { asset, amount } };
}

type TaskTable = 'draw_tasks' | 'slide_tasks' | 'video_tasks' | 'music_tasks' | 'write_tasks' | 'mind_map_tasks';
type OfSomeKinds = 'stage' | 'outline' | 'source' | 'language' | 'theme' | 'inputs' | 'files_deleted_at';

/** A task of any kind: the columns that all kinds have, and those that only some have. */
export type TaskRow = RowOf<TaskTable> &
  Partial<Pick<RowOf<'slide_tasks'>, OfSomeKinds> & Pick<RowOf<'draw_tasks'> | RowOf<'video_tasks'>, 'mode'>>;

/** States that a task leaves automatically or by a report. */
export const openStates: readonly string[] = ['queued', 'submitted', 'running', 'unknown'];

/** The kind that a number belongs to; an unknown one is not found. */
export function getTaskKind(no: string): TaskKind {
  const kind = taskKinds.find((one) => kindsOfTasks[one].letter === no[0]);
  if (!kind) throw new ApiError('notFound', { data: { no } });
  return kind;
}

/** The id of a task by its number. */
export async function findTaskId(read: Reader, table: string, no: string): Promise<number> {
  const row = await withNamedTables(read).selectFrom(table).select('id').where('no', '=', no).executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { no } });
  return getId(row);
}

interface PriceRequest {
  readonly asset?: 'coin' | 'compute' | undefined;
  readonly amount?: number | undefined;
}

const getRejection = (field: string, words: LocalizedText, locale: Locale) =>
  new ApiError('invalid', { errors: { [field]: [localize(words, locale)] } });

/** The price to hold: from the settings when they define one, and otherwise from the request. */
export function getTaskPrice({ price }: Pick<TaskRules, 'price'>, { asset, amount }: PriceRequest, locale: Locale) {
  if (price === null) {
    if (amount === undefined) throw getRejection('amount', { zh: '未设定价格，请给出数量', en: 'is required' }, locale);
    return { asset: asset ?? 'compute', amount } as const;
  }
  if (amount !== undefined && amount !== price.amount) throw getRejection('amount', bySettings(price.amount), locale);
  if (asset !== undefined && asset !== price.asset) throw getRejection('asset', bySettings(price.asset), locale);
  return price;
}

/** Adds the file to show as `preview` to the tasks of a list; none when there is no such file. */
export const tasksShown: RecordPresenters = Object.fromEntries(
  taskKinds.map((kind) => {
    const { resource } = kindsOfTasks[kind];
    return [
      resource.name,
      async (read, records) => {
        const ids = records.map(({ id }) => Number(id));
        if (ids.length === 0) return [...records];
        const rows = await withNamedTables(read)
          .selectFrom(toTableName(resource.name))
          .select(['id', 'results'])
          .where('id', 'in', ids)
          .where('results', 'is not', null)
          .execute();
        const previews = new Map(rows.map((row) => [Number(row.id), pickPreview(parseJson(row.results))]));
        return records.map((record) => {
          const preview = previews.get(Number(record.id));
          return preview ? { ...record, preview } : record;
        });
      },
    ];
  }),
);

/** Workers report results as they like; what is no JSON shows nothing. */
function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
