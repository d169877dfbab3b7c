import type { Field, Fields } from '../definition/index.ts';
import { json, text } from '../fields/index.ts';
import { approval, approvedParts, frontVersion } from '../modules/resources.ts';
import { allSettings, frontSettings } from '../modules/settings.ts';

type DataRecord = Readonly<Record<string, unknown>>;

/** What a version of the front end holds, under the names of its settings. */
function frontVersionParts(): Fields {
  const groups = Object.entries(frontSettings.groups);
  return Object.fromEntries(groups.map(([name, { label, fields }]) => [name, json(label, { parts: fields })]));
}

/** The values that a settings change asks for, under the labels of its group. */
function settingsParts(input: unknown): Fields {
  const { page, group } = (input ?? {}) as DataRecord;
  const found = allSettings.find(({ name }) => name === page);
  const { label, fields } = Object.entries(found?.groups ?? {}).find(([name]) => name === group)?.[1] ?? {};
  return {
    page: text({ zh: '页面', en: 'Page' }),
    group: text({ zh: '分组', en: 'Group' }),
    values: json(label ?? { zh: '值', en: 'Values' }, fields ? { parts: fields } : {}),
  };
}

/** What an approval asks for, under the names of the action that it stands for; nothing for one that is not known. */
export function getApprovalParts({ kind, input }: DataRecord): Fields {
  if (kind === 'saveSettings') return settingsParts(input);
  return approvedParts(kind);
}

/** A field with the names under which a record reports its value. */
export function getResultField(
  resource: { readonly name: string },
  record: DataRecord,
  name: string,
  field: Field,
): Field {
  if (field.kind !== 'json') return field;
  if (resource.name === frontVersion.name && name === 'content') return { ...field, parts: frontVersionParts() };
  if (resource.name === approval.name && name === 'input') return { ...field, parts: getApprovalParts(record) };
  return field;
}
