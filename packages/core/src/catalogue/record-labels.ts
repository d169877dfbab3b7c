import { type Locale, say, type Words } from '../definition/index.ts';
import { admin, auditLog } from '../resources/index.ts';
import { deedWords, type LabelSpeaker, type Subjects, subjectWords } from './deed-words.ts';

/** Who did it; what the platform did by itself has no name of its own. */
export function actorWords(name: string, locale: Locale): string {
  return name === 'system' ? say(auditLog.fields.via.options.system, locale) : name;
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
  if (resource.name !== auditLog.name) return {};
  const { locale } = speaker;
  const subject = subjects.resources.find(({ name }) => name === record.resource) ?? null;
  const roles: Readonly<Record<string, Words>> = admin.fields.role.options;
  const role = roles[String(record.actorRole)];
  return {
    resourceLabel: subjectWords(subjects, String(record.resource ?? ''), locale),
    actionLabel: deedWords(subject, String(record.action ?? ''), speaker),
    actorNameLabel: actorWords(String(record.actorName ?? ''), locale),
    ...(role ? { actorRoleLabel: say(role, locale) } : {}),
  };
}
