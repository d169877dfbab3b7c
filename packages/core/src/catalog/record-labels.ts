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

/** Returns the name of the actor of an audit log entry. The platform itself has a translated name. */
export function getActorLabel(name: string, locale: Locale): string {
  return name === 'system' ? localize(auditLog.fields.via.options.system, locale) : name;
}

/** Returns the message of a rejection, which the audit log stores as an error name. Null for a reason that an admin entered. */
export function getReasonLabel(reason: unknown, locale: Locale): string | null {
  const rejection = errorCatalogue.find(({ name }) => name === reason);
  return rejection ? localize(rejection, locale) : null;
}

/** Returns the course material with the names of its files. Empty when it only contains addresses. */
function getMaterialLabel(material: unknown): Readonly<Record<string, string>> {
  const items = Array.isArray(material) ? material.map(String) : [];
  const names = items.map((item) => parseMaterialFile(item)?.name ?? item);
  return names.every((name, at) => name === items[at]) ? {} : { attachmentsLabel: names.join(', ') };
}

/**
 * Returns display labels of values as `<field>Label`, for records that store names of other definitions. Usually empty.
 * Machine-readable output keeps the values.
 */
export function recordLabels(
  resource: { readonly name: string },
  record: Readonly<Record<string, unknown>>,
  subjects: Subjects,
  speaker: LabelSpeaker,
): Readonly<Record<string, string>> {
  if (resource.name === course.name) return getMaterialLabel(record.attachments);
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

/** Returns the fields of `before` and `after` in an audit log entry: those of a resource, or of a settings group. */
function getContentFields(name: string, { resources, settings }: Pick<Catalogue, 'resources' | 'settings'>): Fields {
  const resource: AnyResource | undefined = resources.find((one) => one.name === name);
  if (resource) return loggedFields(resource);
  const [first, page, group = ''] = name.split('/');
  const known = first === 'settings' ? settings.find((one) => one.name === page) : undefined;
  return known?.groups[group]?.fields ?? {};
}

/**
 * Returns the changes that a record describes, with the names of the fields that hold them. Null for records other than audit log
 * entries.
 */
export function recordChanges(
  resource: { readonly name: string },
  record: Readonly<Record<string, unknown>>,
  catalogue: Pick<Catalogue, 'resources' | 'settings'>,
  context: FormatContext,
): { readonly fields: readonly string[]; readonly changes: readonly ValueChange[] } | null {
  if (resource.name !== auditLog.name) return null;
  const fields = getContentFields(String(record.resource ?? ''), catalogue);
  return { fields: ['before', 'after'], changes: listValueChanges(record.before, record.after, fields, context) };
}

interface Labelled {
  readonly name: string;
  readonly label: LocalizedText;
}
/** The part of a resource that the audit log displays. */
export interface Subject extends Labelled {
  readonly actions?: Readonly<Record<string, { readonly label: LocalizedText }>> | undefined;
}
/** The subjects of audit log entries. A complete catalog also matches this type. */
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

/** Returns the label of an action: a verb, an action of the resource, or the name itself when it is unknown. */
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

/** Returns the label of a subject: a resource, `settings/<page>/<group>`, or a subject that only the audit log has. */
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
