import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataSettings, extensionSettings, getGivenFields, keySettings, recallSettings } from '@gantry/core';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));

/** The file that reads a settings group; `uses` names the file that uses the values, when that is another one. */
interface Reader {
  readonly reads: string;
  readonly uses?: string;
}

/** The modules that read the keys of a group, and the keys that another module reads. */
const readers: Readonly<Record<string, Reader & { readonly others?: Readonly<Record<string, Reader>> }>> = {
  'extensions/sms': {
    reads: 'platform/notifications/sms/send-sms.ts',
    others: {
      ...Object.fromEntries(
        ['accessKeyId', 'signName', 'templateCode', 'withMinutes', 'sdkAppId', 'region'].map((name) => [
          name,
          { reads: 'platform/notifications/sms/send-sms.ts', uses: 'platform/notifications/sms/send-sms.ts' },
        ]),
      ),
      content: { reads: 'platform/notifications/sms/send-sms.ts', uses: 'platform/notifications/sms/send-sms.ts' },
      dailyLimitPerPhone: { reads: 'modules/users/codes/send-code.ts' },
    },
  },
  'extensions/mail': {
    reads: 'platform/notifications/mail/send-mail.ts',
    others: {
      dailyLimitPerAddress: { reads: 'modules/users/codes/send-code.ts' },
      alertsOn: { reads: 'platform/notifications/alerts/send-mail-alerts.ts' },
      alertTo: { reads: 'platform/notifications/alerts/send-mail-alerts.ts' },
      alertEvents: { reads: 'platform/notifications/alerts/send-mail-alerts.ts' },
    },
  },
  'extensions/webhook': { reads: 'platform/notifications/alerts/send-webhook-alerts.ts' },
  'extensions/storage': {
    reads: 'platform/storage/s3/signed-call.ts',
    others: {
      driver: { reads: 'platform/storage/object-storage.ts' },
      allowExt: { reads: 'platform/settings/settings-reader.ts' },
    },
  },
  'extensions/captcha': {
    reads: 'modules/auth/captcha/check-captcha.ts',
    others: { forClients: { reads: 'modules/auth/service-calls.ts' } },
  },
  'extensions/moderation': {
    reads: 'modules/moderation/moderate-text.ts',
    others: {
      model: {
        reads: 'modules/moderation/moderate-text.ts',
        uses: 'modules/moderation/providers/aliyun-moderation.ts',
      },
    },
  },
  'extensions/webSearch': { reads: 'modules/chats/search-web.ts' },
  'data/retention': {
    reads: 'modules/backup/retention.ts',
    uses: 'modules/backup/retention.ts',
    others: {
      daily: { reads: 'modules/backup/daily-work.ts' },
      hour: { reads: 'modules/backup/daily-work.ts' },
      orphanDays: { reads: 'modules/backup/data-jobs.ts' },
    },
  },
  'data/backups': {
    reads: 'modules/backup/daily-work.ts',
    others: {
      keepDays: { reads: 'modules/backup/backups.ts' },
      copyOutside: { reads: 'modules/backup/outside-copies.ts' },
      warnDays: { reads: 'modules/workplace/workplace-calls.ts' },
    },
  },
  'keyPool/rules': { reads: 'modules/keys/key-rules.ts' },
  'keyPool/probe': { reads: 'modules/keys/key-rules.ts' },
  'keyPool/lease': { reads: 'modules/keys/key-rules.ts' },
  'keyPool/balance': { reads: 'modules/keys/keys-job.ts' },
  'recall/records': {
    reads: 'modules/knowledge/recall/retrieval-job.ts',
    others: { recordLive: { reads: 'modules/knowledge/service-calls/recall.ts' } },
  },
};

const keys = [extensionSettings, dataSettings, keySettings, recallSettings].flatMap(({ name: page, groups }) =>
  Object.entries(groups).flatMap(([group, { fields }]) =>
    Object.keys(getGivenFields(fields)).map((name) => [page, group, name] as const),
  ),
);
const getText = (file: string) => readFileSync(path.join(source, file), 'utf8');

describe('settings of extensions, data, keys and recall', () => {
  it.each(keys)('reads %s/%s/%s in the listed file', (page, group, name) => {
    const listed = readers[`${page}/${group}`];
    const { reads = '', uses = reads } = listed?.others?.[name] ?? listed ?? {};
    expect(getText(reads)).toMatch(new RegExp(`(?:read|secret)\\(\\s*'${page}',\\s*'${group}'`));
    expect(getText(uses)).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
