import { type AnyResource, canRun } from '@gantry/core';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../app/session/index.ts';
import type { ActionPageProps, Slots } from '../slots.ts';
import { parameters } from './use-run-from-address.ts';

/** Returns the action that the URL opens as a page in place of the list, if the user may run it. */
export function useActionPage(resource: AnyResource, slots: Slots) {
  const { rights } = useSession();
  const [params, setParams] = useSearchParams();
  const name = params.get(parameters.action) ?? '';
  const action = resource.actions?.[name];
  const has = (one: string) => Object.hasOwn(slots.page ?? {}, one);
  const Page = has(name) ? (slots.page?.[name] as ComponentType<ActionPageProps>) : undefined;
  const move = (to: string | null) => {
    const next = new URLSearchParams(params);
    for (const one of Object.values(parameters)) next.delete(one);
    if (to !== null) next.set(parameters.action, to);
    setParams(next);
  };
  const isOpen = Page !== undefined && action !== undefined && canRun(rights, resource, action).ok;
  return {
    opened: isOpen ? { Page, name, action } : null,
    has,
    open: (one: string) => move(one),
    close: () => move(null),
  };
}
