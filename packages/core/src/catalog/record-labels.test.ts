import { expect, it } from 'vitest';
import { allFields, formatValue, parseValue } from '../fields/index.ts';
import { auditLog, backgroundJob, course, formatMaterial, ledgerEntry, userMembership } from '../modules/resources.ts';
import { catalogue, recordChanges, recordLabels } from './index.ts';

const context = { locale: 'en-US', timeZone: 'UTC' } as const;

it.each([
  [userMembership.name, { restored: 90 }, [['Credits restored', '90']]],
  [backgroundJob.name, { result: { deleted: 3 } }, [['Result', 'Deleted: 3']]],
  [
    userMembership.name,
    { constructor: 'x', other: 1 },
    [
      ['constructor', 'x'],
      ['other', '1'],
    ],
  ],
])('recordChanges labels an audit log entry of %s with %j', (resource, after, expected) => {
  const reported = recordChanges(auditLog, { resource, before: null, after }, catalogue, context);
  expect(reported?.changes.map(({ label, came }) => [label, ...came])).toEqual(expected);
});

it.each(['zh-CN', 'en-US'] as const)('every option is parsed from its label in %s', (locale) => {
  const lost = catalogue.resources.flatMap((resource) =>
    Object.entries(allFields(resource)).flatMap(([name, field]) => {
      const options = 'options' in field ? Object.keys(field.options) : [];
      const readsBack = (value: unknown) =>
        String(parseValue(formatValue(value, field, { locale, timeZone: 'UTC' }), field)) === String(value);
      const values = field.kind === 'choices' ? [...options.map((option) => [option]), options] : options;
      return values.filter((value) => !readsBack(value)).map((value) => [resource.name, name, value]);
    }),
  );
  expect(lost).toEqual([]);
});

it('recordLabels translates error names, and leaves entered reasons unchanged', () => {
  const speaker = { locale: 'zh-CN', t: String } as const;
  const getReason = (reason: string) => recordLabels(auditLog, { reason }, catalogue, speaker).reasonLabel;
  expect([getReason('stateConflict'), getReason('spam')]).toEqual(['当前状态不允许此操作', undefined]);
});

it('recordLabels shows the names of course files next to addresses', () => {
  const speaker = { locale: 'en-US', t: String } as const;
  const file = formatMaterial({ file: 'a'.repeat(32), name: 'Notes.pdf' });
  const reported = (attachments: unknown) => recordLabels(course, { attachments }, catalogue, speaker);
  expect(reported(['https://example.com/a', file])).toEqual({ attachmentsLabel: 'https://example.com/a, Notes.pdf' });
  expect([reported(['https://example.com/a']), reported(null)]).toEqual([{}, {}]);
});

it.each([
  ['expire', 'lot:402', 'Credit lot #402'],
  ['sign', '17', 'Check-in #17'],
  ['redeem', '8', 'Redeem code #8'],
  ['gift', 'register:5', 'Registration of user #5'],
  ['recharge', 'O26112421491534395704', undefined],
  ['adminAdjust', '0b6e7d2c-5d0f-4f39-9d5e-1d0f2f3c4a5b', undefined],
])('recordLabels labels the cause of a ledger entry: %s %s', (cause, causeId, label) => {
  const labels = recordLabels(ledgerEntry, { cause, causeId }, catalogue, { locale: 'en-US', t: String });
  expect(labels.causeIdLabel).toBe(label);
});
