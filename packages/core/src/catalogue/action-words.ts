import { type Locale, type LocalizedText, localize, type Verb, verbs } from '../definition/index.ts';
import { otherActions, otherSubjects } from '../modules/calls.ts';

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

/** What was done, in words: a verb, or an action of the resource; another name as it is. */
export function getActionLabel(
  subject: Pick<Subject, 'actions'> | null,
  name: string,
  { locale, t }: LabelSpeaker,
): string {
  const verb = verbs.find((one) => one === name);
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
