import { type Action, type AnyResource, allows, assertRoles, can, canRun, type Roles, type Verb } from '@gantry/core';
import type { ReactNode } from 'react';
import { useSession } from './session-context.tsx';

type CanProps = { readonly children: ReactNode } & (
  | { readonly roles: Roles }
  | { readonly resource: AnyResource; readonly verb: Verb }
  | { readonly resource: AnyResource; readonly action: Action; readonly record?: Readonly<Record<string, unknown>> }
);

function permitted(role: string, props: CanProps): boolean {
  if ('verb' in props) return can(role, props.resource, props.verb);
  if ('action' in props) return canRun(role, props.resource, props.action, props.record).ok;
  assertRoles(props.roles);
  return props.roles.length === 0 || allows(props.roles, role);
}

/** Shows its children to those who may: by role names, by a verb of a resource, or by an action. */
export function Can(props: CanProps) {
  const { role } = useSession();
  return permitted(role, props) ? props.children : null;
}
