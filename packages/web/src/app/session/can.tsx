import {
  type Action,
  type AnyResource,
  allowsRole,
  assertRoles,
  can,
  canRun,
  type Rights,
  type Roles,
  type Verb,
} from '@gantry/core';
import type { ReactNode } from 'react';
import { useSession } from './session-context.tsx';

type CanProps = { readonly children: ReactNode } & (
  | { readonly roles: Roles }
  | { readonly resource: AnyResource; readonly verb: Verb }
  | { readonly resource: AnyResource; readonly action: Action; readonly record?: Readonly<Record<string, unknown>> }
);

function permitted(rights: Rights, props: CanProps): boolean {
  if ('verb' in props) return can(rights, props.resource, props.verb);
  if ('action' in props) return canRun(rights, props.resource, props.action, props.record).ok;
  assertRoles(props.roles);
  return props.roles.length === 0 || allowsRole(props.roles, rights.role);
}

/** Shows its children to those who may: by role names, by a verb of a resource, or by an action. */
export function Can(props: CanProps) {
  const { rights } = useSession();
  return permitted(rights, props) ? props.children : null;
}
