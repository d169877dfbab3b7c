import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { extensionSettings } from '@gantry/core';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));

/** The file whose code reads each setting of a group, where it is not the group's usual one. */
const readers: Readonly<
  Record<string, { readonly usual: string; readonly others?: Readonly<Record<string, string>> }>
> = {
  mail: {
    usual: 'connectors/send-mail.ts',
    others: {
      alertsOn: 'connectors/tell-by-mail.ts',
      alertTo: 'connectors/tell-by-mail.ts',
      alertEvents: 'connectors/tell-by-mail.ts',
    },
  },
  webSearch: { usual: 'connectors/search-web.ts' },
};

const keys = Object.entries(extensionSettings.groups).flatMap(([group, { fields }]) =>
  Object.keys(fields).map((name) => [group, name] as const),
);

describe('every key of the extension settings', () => {
  it.each(keys)('%s.%s is read by the code that the list names', (group, name) => {
    const reader = readers[group]?.others?.[name] ?? readers[group]?.usual ?? '';
    const text = readFileSync(path.join(source, reader), 'utf8');
    expect(text).toMatch(new RegExp(`(?:read|secret)\\(\\s*'extensions',\\s*'${group}'`));
    expect(text).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
