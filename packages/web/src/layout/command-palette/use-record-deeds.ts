import { type Action, type AnyResource, canRun, inputFields, type Rights, resourcePath, say } from '@gantry/core';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useClient } from '../../api/index.ts';
import { loadResource } from '../../catalogue/index.ts';
import { useFormat, useLocale } from '../../i18n/index.ts';
import { useSession } from '../../session/index.ts';
import type { FoundRecord } from './find-records.ts';
import type { Command } from './match-commands.ts';

/** Records whose deeds are offered at once, at most. */
const mostMeant = 2;

/** A record that was found, with all that decides what may be done with it. */
export interface Meant {
  readonly found: FoundRecord;
  readonly resource: AnyResource;
  readonly record: Readonly<Record<string, unknown>>;
}

/** One way to begin an action: as it is, or with one of its boxes ticked. */
export interface Deed {
  readonly name: string;
  readonly action: Action;
  /** The field of the box that is ticked. */
  readonly ticked: string | null;
  /** Whether an amount has somewhere to go. */
  readonly counts: boolean;
}

/** What asks before it changes something: a row leads to its question, and no further. */
function asks(action: Action): boolean {
  return action.on === 'record' && action.reads !== true && (action.danger === true || action.input !== undefined);
}

/** Which records are meant: those of that whole title, or the only one that there is. */
export function meantAmong(found: readonly FoundRecord[], keyword: string, busy: boolean): readonly FoundRecord[] {
  const whole = found.filter(({ title }) => title.toLowerCase() === keyword.toLowerCase());
  const only = found.length === 1 && !busy ? found : [];
  return (whole.length > 0 ? whole : only).slice(0, mostMeant);
}

/** What the person may do with a record as it is now, and with which box ticked. */
function deedsOf({ resource, record }: Pick<Meant, 'resource' | 'record'>, rights: Rights): Deed[] {
  return Object.entries(resource.actions ?? {})
    .filter(([, action]) => asks(action) && canRun(rights, resource, action, record).ok)
    .flatMap(([name, action]) => {
      const fields = Object.entries(inputFields(resource, action));
      const counts = fields.some(([, { kind, required }]) => kind === 'integer' && required === true);
      const boxes = fields.filter(([, { kind, required }]) => kind === 'boolean' && required !== true);
      return [null, ...boxes.map(([field]) => field)].map((ticked) => ({ name, action, ticked, counts }));
    });
}

/** The rows for what may be done with the records that are meant. An amount goes into the number that must be given. */
export function useRecordDeeds(meant: readonly FoundRecord[], amount: number | null): readonly Command[] {
  const client = useClient();
  const locale = useLocale();
  const navigate = useNavigate();
  const { number } = useFormat();
  const { rights } = useSession();
  const answers = useQueries({
    queries: meant.map((found) => ({
      queryKey: ['palette', found.to],
      retry: false,
      staleTime: 0,
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Meant> => {
        const asked = client.call<Meant['record']>(
          resourcePath(found.resource.name, 'get'),
          { id: found.id },
          { signal, quiet: true },
        );
        const [resource, record] = await Promise.all([loadResource(found.resource.name), asked]);
        return { found, resource, record };
      },
    })),
  });
  return answers.flatMap(({ data }) => {
    if (!data) return [];
    const { found, resource } = data;
    return deedsOf(data, rights)
      .filter(({ counts }) => amount === null || counts)
      .map(({ name, action, ticked }): Command => {
        const box = ticked === null ? undefined : inputFields(resource, action)[ticked];
        const given = amount === null ? '' : ` ${amount > 0 ? '+' : ''}${number(amount)}`;
        const words = [say(action.label, locale) + given, ...(box ? [say(box.label, locale)] : [])].join(' + ');
        const query = new URLSearchParams({ run: name });
        if (amount !== null) query.set('give', String(amount));
        if (ticked !== null) query.set('with', ticked);
        return {
          key: `deed.${found.to}.${name}.${ticked ?? ''}`,
          kind: 'deeds',
          title: `${found.title} · ${words}`,
          place: say(resource.label, locale),
          also: [],
          run: () => void navigate(`${found.to}&${query}`),
        };
      });
  });
}
