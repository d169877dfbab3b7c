import {
  ApiError,
  type Catalogue,
  type ContentKind,
  fillText,
  type Locale,
  type LocalizedText,
  toTableName,
} from '@gantry/core';
import { type Reader, withNamedTables } from '../../../platform/store/database.ts';
import type { Eligibility } from '../../memberships/index.ts';
import { getVisibleContent } from './content-sources.ts';
import { getContentSource, presentItems } from './list-content.ts';

const words = {
  appId: { zh: '当前会员不能使用这个应用', en: 'Your membership does not include this app.' },
  agentId: { zh: '当前会员不能使用这个智能体', en: 'Your membership does not include this agent.' },
  templateId: {
    zh: '这个模板需要会员等级 {level} 或更高',
    en: 'This template requires membership level {level} or higher.',
  },
} as const satisfies Record<string, LocalizedText>;

/** Published content that a call uses. */
export interface UsedContent {
  readonly kind: ContentKind;
  /** As the lists of content give it. */
  readonly id: number;
  /** The field that names it in the call. */
  readonly field: keyof typeof words;
}

/** The content that the fields of a call name. */
export const listUsedContent = ({
  appId,
  agentId,
}: { readonly [field in 'appId' | 'agentId']?: number | undefined }) => [
  ...(appId === undefined ? [] : [{ kind: 'apps', id: appId, field: 'appId' } as const]),
  ...(agentId === undefined ? [] : [{ kind: 'agents', id: agentId, field: 'agentId' } as const]),
];

/** Rejects, in the caller's language, content that is not published, or that the lists show as unavailable to the user. */
export function createContentGuard(catalogue: Catalogue, used: readonly UsedContent[], locale: Locale) {
  return async (read: Reader, status: Eligibility): Promise<void> => {
    for (const one of used) await assertAllowed(read, catalogue, one, status, locale);
  };
}

async function assertAllowed(
  read: Reader,
  catalogue: Catalogue,
  { kind, id, field }: UsedContent,
  status: Eligibility,
  locale: Locale,
): Promise<void> {
  const source = getContentSource(catalogue, kind);
  const row = await withNamedTables(read)
    .selectFrom(toTableName(source.resource.name))
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', [...source.states])
    .executeTakeFirst();
  const [item] = row ? await presentItems(read, source, [row]) : [];
  if (!item) throw new ApiError('notFound', { data: { [field]: id } });
  const seen = (await getVisibleContent(read, source, status))(item);
  if (seen?.allowed) return;
  const requiredVipLevel = Number(item.requiredVipLevel ?? 0);
  const message = fillText(words[field], { level: requiredVipLevel }, locale);
  throw new ApiError('denied', { message, data: { state: 'membership', [field]: id, requiredVipLevel } });
}
