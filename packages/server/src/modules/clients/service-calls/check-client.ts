import { ApiError, type CatalogueClientAnswer } from '@gantry/core';
import { isSameText } from '../../../platform/secrets/keyring.ts';
import { hashSecret } from '../../../platform/secrets/service-secret.ts';
import type { ServiceDeps, ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import type { Reader, RowOf } from '../../../platform/store/database.ts';
import { isNewerVersion } from '../front-versions.ts';

interface ClientRequest {
  readonly appKey: string;
  readonly secret: string | null;
  readonly appVersion: string | null;
}

/** A client app that is enabled. */
async function checkClient(
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
  if (app.min_version !== null && isNewerVersion(String(app.min_version), running)) return 'required';
  if (!isNewerVersion(String(app.app_version), running)) return 'none';
  return app.force_update === 1 ? 'required' : 'offered';
}

/** What a client app gets about itself when it starts. */
export function createClientHandlers({ database, clock }: ServiceDeps): ServiceHandlers<'catalogueClient'> {
  return {
    catalogueClient: ({ appKey, secret, appVersion }) =>
      checkClient(database.read, clock(), { appKey, secret: secret ?? null, appVersion: appVersion ?? null }),
  };
}
