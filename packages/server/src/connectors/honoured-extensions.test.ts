import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataSettings, extensionSettings, getGivenFields, keySettings, recallSettings } from '@gantry/core';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));

/** The file whose code reads a group; `uses` says where what was read is named, when that is another file. */
interface Reader {
  readonly reads: string;
  readonly uses?: string;
}

/** Who reads the keys of a group, and those of them that somebody else reads. */
const readers: Readonly<Record<string, Reader & { readonly others?: Readonly<Record<string, Reader>> }>> = {
  'extensions/sms': {
    reads: 'connectors/send-sms.ts',
    others: {
      ...Object.fromEntries(
        ['accessKeyId', 'signName', 'templateCode', 'withMinutes', 'sdkAppId', 'region'].map((name) => [
          name,
          { reads: 'connectors/send-sms.ts', uses: 'connectors/sms/tencent-sms.ts' },
        ]),
      ),
      content: { reads: 'connectors/send-sms.ts', uses: 'connectors/sms/smsbao-sms.ts' },
      dailyLimitPerPhone: { reads: 'codes/deliver-code.ts' },
    },
  },
  'extensions/mail': {
    reads: 'connectors/send-mail.ts',
    others: {
      dailyLimitPerAddress: { reads: 'codes/deliver-code.ts' },
      alertsOn: { reads: 'connectors/alerts/tell-by-mail.ts' },
      alertTo: { reads: 'connectors/alerts/tell-by-mail.ts' },
      alertEvents: { reads: 'connectors/alerts/tell-by-mail.ts' },
    },
  },
  'extensions/webhook': { reads: 'connectors/alerts/tell-by-webhook.ts' },
  'extensions/storage': {
    reads: 'connectors/s3/signed-call.ts',
    others: {
      driver: { reads: 'connectors/object-storage.ts' },
      allowExt: { reads: 'settings/read-upload-rules.ts' },
    },
  },
  'extensions/captcha': {
    reads: 'connectors/check-captcha.ts',
    others: { forClients: { reads: 'service/calls/captcha.ts' } },
  },
  'extensions/moderation': {
    reads: 'connectors/moderate-text.ts',
    others: { model: { reads: 'connectors/moderate-text.ts', uses: 'connectors/moderation/aliyun-moderation.ts' } },
  },
  'extensions/webSearch': { reads: 'connectors/search-web.ts' },
  'data/retention': {
    reads: 'data/retention.ts',
    uses: 'data/retention-rules.ts',
    others: {
      daily: { reads: 'data/daily-work.ts' },
      hour: { reads: 'data/daily-work.ts' },
      orphanDays: { reads: 'data/orphans.ts' },
    },
  },
  'data/backups': {
    reads: 'data/daily-work.ts',
    others: {
      keepDays: { reads: 'data/backups.ts' },
      copyOutside: { reads: 'data/outside-copies.ts' },
      warnDays: { reads: 'screens/workplace/workplace-calls.ts' },
    },
  },
  'keyPool/rules': { reads: 'keys/key-rules.ts' },
  'keyPool/probe': { reads: 'keys/key-rules.ts' },
  'keyPool/lease': { reads: 'keys/key-rules.ts' },
  'keyPool/balance': { reads: 'keys/ask-balances.ts' },
  'recall/records': {
    reads: 'recall/recall-tick.ts',
    others: { recordLive: { reads: 'service/calls/recall.ts' } },
  },
};

const keys = [extensionSettings, dataSettings, keySettings, recallSettings].flatMap(({ name: page, groups }) =>
  Object.entries(groups).flatMap(([group, { fields }]) =>
    Object.keys(getGivenFields(fields)).map((name) => [page, group, name] as const),
  ),
);
const textOf = (file: string) => readFileSync(path.join(source, file), 'utf8');

describe('every key of the settings of extensions, data, keys and recall', () => {
  it.each(keys)('%s/%s/%s is read by the code that the list names', (page, group, name) => {
    const listed = readers[`${page}/${group}`];
    const { reads = '', uses = reads } = listed?.others?.[name] ?? listed ?? {};
    expect(textOf(reads)).toMatch(new RegExp(`(?:read|secret)\\(\\s*'${page}',\\s*'${group}'`));
    expect(textOf(uses)).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
