import {
  type AnyResource,
  type Fields,
  type Locale,
  type LocalizedText,
  localize,
  type Verb,
  verbs,
} from '../definition/index.ts';
import { errorCatalogue } from '../errors/index.ts';
import { type FormatContext, loggedFields } from '../fields/index.ts';
import { listValueChanges, otherActions, otherSubjects, type ValueChange } from '../modules/calls.ts';
import { admin, auditLog, course, findLedgerCause, ledgerEntry, parseMaterialFile } from '../modules/resources.ts';
import type { Catalogue } from './catalog.ts';

/** Who did it; what the platform did by itself has no name of its own. */
export function getActorLabel(name: string, locale: Locale): string {
  return name === 'system' ? localize(auditLog.fields.via.options.system, locale) : name;
}

/** Why a call was rejected, in words: the log has the name of the error. Null for a reason that someone entered. */
export function getReasonLabel(reason: unknown, locale: Locale): string | null {
  const rejection = errorCatalogue.find(({ name }) => name === reason);
  return rejection ? localize(rejection, locale) : null;
}

/** Files among the material by their names; none where it has only addresses. */
function materialLabel(material: unknown): Readonly<Record<string, string>> {
  const items = Array.isArray(material) ? material.map(String) : [];
  const names = items.map((item) => parseMaterialFile(item)?.name ?? item);
  return names.every((name, at) => name === items[at]) ? {} : { attachmentsLabel: names.join(', ') };
}

/**
 * What values of a record are called that hold names of others' words, as `<field>Label`; none of most entities. Only for
 * people: data forms keep the values.
 */
export function recordLabels(
  resource: { readonly name: string },
  record: Readonly<Record<string, unknown>>,
  subjects: Subjects,
  speaker: LabelSpeaker,
): Readonly<Record<string, string>> {
  if (resource.name === course.name) return materialLabel(record.attachments);
  const { locale } = speaker;
  if (resource.name === ledgerEntry.name) {
    const cause = findLedgerCause(record);
    return cause ? { causeIdLabel: `${localize(cause.label, locale)} #${cause.id}` } : {};
  }
  if (resource.name !== auditLog.name) return {};
  const subject = subjects.resources.find(({ name }) => name === record.resource) ?? null;
  const roles: Readonly<Record<string, LocalizedText>> = admin.fields.role.options;
  const role = roles[String(record.actorRole)];
  const reason = getReasonLabel(record.reason, locale);
  return {
    resourceLabel: getSubjectLabel(subjects, String(record.resource ?? ''), locale),
    actionLabel: getActionLabel(subject, String(record.action ?? ''), speaker),
    actorNameLabel: getActorLabel(String(record.actorName ?? ''), locale),
    ...(role ? { actorRoleLabel: localize(role, locale) } : {}),
    ...(reason === null ? {} : { reasonLabel: reason }),
  };
}

/** What the fields of an entry's before and after are: those of a resource, or of a group of settings. */
function contentFields(name: string, { resources, settings }: Pick<Catalogue, 'resources' | 'settings'>): Fields {
  const resource: AnyResource | undefined = resources.find((one) => one.name === name);
  if (resource) return loggedFields(resource);
  const [first, page, group = ''] = name.split('/');
  const known = first === 'settings' ? settings.find((one) => one.name === page) : undefined;
  return known?.groups[group]?.fields ?? {};
}

/** What a record reports of a change, with the fields that hold it; null when it reports none. */
export function recordChanges(
  resource: { readonly name: string },
  record: Readonly<Record<string, unknown>>,
  catalogue: Pick<Catalogue, 'resources' | 'settings'>,
  context: FormatContext,
): { readonly fields: readonly string[]; readonly changes: readonly ValueChange[] } | null {
  if (resource.name !== auditLog.name) return null;
  const fields = contentFields(String(record.resource ?? ''), catalogue);
  return { fields: ['before', 'after'], changes: listValueChanges(record.before, record.after, fields, context) };
}

interface Labelled {
  readonly name: string;
  readonly label: LocalizedText;
}
/** A resource as far as the log names it. */
export interface Subject extends Labelled {
  readonly actions?: Readonly<Record<string, { readonly label: LocalizedText }>> | undefined;
}
/** What entries of the log are about; a whole catalogue will do. */
export interface Subjects {
  readonly resources: readonly Subject[];
  readonly settings: readonly (Labelled & {
    readonly groups?: Readonly<Record<string, { readonly label: LocalizedText }>>;
  })[];
}

export interface LabelSpeaker {
  readonly locale: Locale;
  readonly t: (key: `verb.${Verb}`) => string;
}

/** Buttons say “New”, which is not something that was done. */
const createdLabel = { zh: '新建', en: 'Create' };

/** What was done, in words: a verb, or an action of the resource; another name as it is. */
export function getActionLabel(
  subject: Pick<Subject, 'actions'> | null,
  name: string,
  { locale, t }: LabelSpeaker,
): string {
  const verb = verbs.find((one) => one === name);
  if (verb === 'create') return localize(createdLabel, locale);
  if (verb) return t(`verb.${verb}`);
  const label = subject?.actions?.[name]?.label ?? (Object.hasOwn(otherActions, name) ? otherActions[name] : undefined);
  return label ? localize(label, locale) : name;
}

/** What it was done to: a resource, `settings/<page>/<group>`, or something that only the log names. */
export function getSubjectLabel({ resources, settings }: Subjects, name: string, locale: Locale): string {
  const [first, page, group = ''] = name.split('/');
  const known = resources.find((one) => one.name === name) ?? null;
  const settingsPage = first === 'settings' ? settings.find((one) => one.name === page) : undefined;
  const other = Object.hasOwn(otherSubjects, name) ? otherSubjects[name] : undefined;
  const labels = known
    ? [known.label]
    : settingsPage
      ? [settingsPage.label, ...(settingsPage.groups?.[group] ? [settingsPage.groups[group].label] : [])]
      : other
        ? [other]
        : [];
  return labels.length > 0 ? labels.map((label) => localize(label, locale)).join(' / ') : name;
}
