import { randomBytes } from 'node:crypto';
import {
  ApiError,
  clientApp,
  type FieldErrors,
  frontVersion,
  localize,
  serviceClient,
  type Values,
  webhookEndpoint,
} from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import { pickDiffering } from '../../platform/engine/changes.ts';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import type { Operation, Operations } from '../../platform/engine/operation.ts';
import { changeLocked } from '../../platform/engine/record-actions/change-locked.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/operations-of.ts';
import type { Cell } from '../../platform/store/database.ts';
import { toChangedCells } from '../../platform/store/records.ts';
import { frontVersionOperations, isNewerVersion } from './front-versions.ts';
import { checkServiceClient, createServiceClientOperations } from './service-clients.ts';
import { createSecretOperations } from './shown-secrets.ts';
import { checkWebhookEndpoint, createWebhookOperations, type WebhookActionDeps } from './webhooks/webhook-actions.ts';

const newAppKey = () => `app_${randomBytes(9).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y')}`;

const words = {
  older: { zh: '须高于当前版本 ', en: 'Must be higher than ' },
  oldest: { zh: '最低版本不能高于新版本', en: 'The minimum version cannot be higher than the current version' },
  domain: { zh: '不是域名：', en: 'Not a domain: ' },
};

/** A new version: newer than the one before, and not older than the oldest that works. */
const release: Operation<'client_apps'> = {
  async run(call) {
    const { row, input, services, resource, caller } = call;
    const [version, before] = [String(input.appVersion), row.app_version === null ? null : row.app_version];
    const oldest = input.minVersion ?? row.min_version ?? null;
    if (before !== null && !isNewerVersion(version, before))
      throw new ApiError('invalid', { errors: { appVersion: [`${localize(words.older, caller.locale)}${before}`] } });
    if (oldest !== null && isNewerVersion(String(oldest), version))
      throw new ApiError('invalid', { errors: { minVersion: [localize(words.oldest, caller.locale)] } });
    const downloadUrl = input.downloadUrl ?? row.download_url;
    const values = { ...input, minVersion: oldest, downloadUrl, releasedAt: services.clock() };
    return changeLocked(call, pickDiffering(row, toChangedCells(resource, values)) as Record<string, Cell>);
  },
};

const clientAppOperations = {
  ...createSecretOperations({
    table: 'client_app_secrets',
    owner: 'owner_id',
    isHashed: true,
    derive: () => ({ appKey: newAppKey() }),
  }),
  release,
};

const domain = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(?::\d{1,5})?$/;

/** Every callback domain is one. */
function clientAppErrors({ callbackDomains }: Values, { locale }: Caller): FieldErrors | null {
  const wrong = (Array.isArray(callbackDomains) ? callbackDomains : []).find((one) => !domain.test(String(one)));
  if (wrong === undefined) return null;
  return { callbackDomains: [`${localize(words.domain, locale)}${String(wrong).slice(0, 60)}`] };
}

const clientAppChecks = { [clientApp.name]: clientAppErrors };

export function expandOperations(deps: WebhookActionDeps): Operations {
  return {
    ...createOperationsFor(serviceClient, createServiceClientOperations(deps.keyring)),
    ...createWebhookOperations(deps),
    ...createOperationsFor(clientApp, clientAppOperations),
    ...createOperationsFor(frontVersion, frontVersionOperations),
  };
}

export const expandChecks: RecordChecks = {
  [serviceClient.name]: checkServiceClient,
  [webhookEndpoint.name]: checkWebhookEndpoint,
  ...clientAppChecks,
};
