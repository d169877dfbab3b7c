import {
  ApiError,
  type Catalogue,
  type CatalogueClientAnswer,
  type ContentKind,
  fillText,
  type Locale,
  type LocalizedText,
  tableName,
} from '@gantry/core';
import { isSameText } from '../../../platform/secrets/keyring.ts';
import { hashSecret } from '../../../platform/secrets/service-secret.ts';
import { type Reader, type RowOf, withNamedTables } from '../../../platform/store/database.ts';
import { isNewerVersion } from '../../clients/front-versions.ts';
import type { Eligibility } from '../../memberships/quotas/may-use.ts';
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

/** Published content that a use goes by. */
export interface UsedContent {
  readonly kind: ContentKind;
  /** As the lists of content give it. */
  readonly id: number;
  /** The field that names it in the call. */
  readonly field: keyof typeof words;
}

/** What the fields of a call name. */
export const listUsedContent = ({
  appId,
  agentId,
}: { readonly [field in 'appId' | 'agentId']?: number | undefined }) => [
  ...(appId === undefined ? [] : [{ kind: 'apps', id: appId, field: 'appId' } as const]),
  ...(agentId === undefined ? [] : [{ kind: 'agents', id: agentId, field: 'agentId' } as const]),
];

/** Refuses, in the caller's language, what is not published, and what the lists tell somebody of a standing that they may not use. */
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
    .selectFrom(tableName(source.resource.name))
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

interface ClientRequest {
  readonly appKey: string;
  readonly secret: string | null;
  readonly appVersion: string | null;
}

/** A client app that is not switched off. */
export async function checkClient(
  read: Reader,
  now: number,
  { appKey, secret, appVersion }: ClientRequest,
): Promise<CatalogueClientAnswer> {
  const app = await read
    .selectFrom('client_apps')
    .selectAll()
    .where('app_key', '=', appKey)
    .where('status', '=', 'enabled')
    .executeTakeFirst();
  if (!app) throw new ApiError('notFound', { data: { appKey } });
  const text = (value: unknown) => (value === null ? null : String(value));
  return {
    name: app.name,
    platform: app.platform,
    secretIsRight: secret === null ? null : await isRight(read, app.id, secret, now),
    callbackDomains: JSON.parse(app.callback_domains ?? '[]') as string[],
    version: text(app.app_version),
    minVersion: text(app.min_version),
    update: updateFor(app, appVersion),
    downloadUrl: text(app.download_url),
    releaseNotes: text(app.release_notes),
  };
}

async function isRight(read: Reader, id: number, secret: string, now: number): Promise<boolean> {
  const given = hashSecret(secret);
  const stored = await read
    .selectFrom('client_app_secrets')
    .select(['hash', 'expires_at'])
    .where('owner_id', '=', id)
    .execute();
  return stored.some(({ hash, expires_at: end }) => isSameText(hash, given) && (end === null || end > now));
}

/** One that is too old must be updated; one that is only older may be, or must when the release says so. */
function updateFor(app: RowOf<'client_apps'>, running: string | null): CatalogueClientAnswer['update'] {
  if (running === null || app.app_version === null) return 'none';
  if (app.min_version !== null && isNewerVersion(app.min_version, running)) return 'required';
  if (!isNewerVersion(app.app_version, running)) return 'none';
  return app.force_update === 1 ? 'required' : 'offered';
}
