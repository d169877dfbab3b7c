import { expect, it } from 'vitest';
import { auditLog, backgroundJob, userMembership } from '../resources/index.ts';
import { catalogue, recordChanges, recordLabels } from './index.ts';

const context = { locale: 'en-US', timeZone: 'UTC' } as const;

it.each([
  [userMembership.name, { restored: 90 }, [['Points given back', '90']]],
  [backgroundJob.name, { result: { deleted: 3 } }, [['Result', 'Deleted: 3']]],
  [
    userMembership.name,
    { constructor: 'x', other: 1 },
    [
      ['constructor', 'x'],
      ['other', '1'],
    ],
  ],
])('an entry of %s that says %j reads as words', (resource, after, expected) => {
  const told = recordChanges(auditLog, { resource, before: null, after }, catalogue, context);
  expect(told?.changes.map(({ label, came }) => [label, ...came])).toEqual(expected);
});

it('says the name of an error in words, and leaves a reason that somebody gave', () => {
  const speaker = { locale: 'zh-CN', t: String } as const;
  const reasonOf = (reason: string) => recordLabels(auditLog, { reason }, catalogue, speaker).reasonLabel;
  expect([reasonOf('stateConflict'), reasonOf('spam')]).toEqual(['当前状态不允许此操作', undefined]);
});
