import {
  type AnyResource,
  can,
  findResource,
  getResourcePath,
  kebab,
  type ListAnswer,
  type Locale,
  listTabs,
  listTitleColumns,
  type Outline,
  pickTitleField,
  type ResourceOutline,
  type ResourceSkeleton,
} from '@gantry/core';
import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react';
import { useLocale } from '../app/i18n/index.ts';
import { useSession } from '../app/session/index.ts';
import { type FieldRecord, type Found, type Narrowed, ReferenceProvider, useCalls, useWords } from '../fields/index.ts';
import { IconPlus } from '../ui/icons.ts';
import { IconButton } from '../ui/index.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useNameOf } from './name-words.ts';
import { WithDefinition } from './use-definition.tsx';

const FormDrawer = lazyPart(async () => ({ default: (await import('./form/form-drawer.tsx')).FormDrawer }));

interface CreateInPlaceProps {
  readonly resource: ResourceOutline;
  readonly onMade: (record: FieldRecord) => void;
}

/** Creates a record of another resource without leaving the form that refers to it. */
function CreateInPlace({ resource, onMade }: CreateInPlaceProps) {
  const t = useWords();
  const nameOf = useNameOf();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        type="outline"
        label={t('resource.createInPlace', { name: nameOf(resource) })}
        icon={<IconPlus />}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Suspense fallback={null}>
          <WithDefinition name={resource.name}>
            {(definition) => (
              <FormDrawer
                resource={definition}
                slots={{}}
                record={null}
                onClose={() => setOpen(false)}
                onSaved={(record) => {
                  setOpen(false);
                  onMade(record);
                }}
              />
            )}
          </WithDefinition>
        </Suspense>
      ) : null}
    </>
  );
}

/** Product-specific parts of resource pages. They are injected, so that the pages depend on no specific resource. */
export interface ResourceHost {
  readonly outline: Outline;
  loadResource(name: string): Promise<AnyResource>;
  loadSkeletons(): Promise<readonly ResourceSkeleton[]>;
  /** The audit log resource, with the fields resource, resourceId, before and after. */
  readonly history: ResourceOutline | null;
}

const HostContext = createContext<ResourceHost | null>(null);

export function useHost(): ResourceHost {
  const host = use(HostContext);
  if (!host) throw new Error('a resource page is drawn outside of ResourceHostProvider');
  return host;
}

/** Returns the URL of a resource's tab with additional state. */
export function createResourceAddress(
  outline: Outline,
  resource: ResourceOutline,
  state: Readonly<Record<string, string>> = {},
): string {
  const tabs = listTabs(outline, resource.path);
  const first = tabs[0];
  const isFirst = first?.kind === 'resource' && first.resource.name === resource.name;
  const params = new URLSearchParams({
    ...(isFirst ? {} : { tab: kebab(resource.name) }),
    ...state,
  });
  return params.size > 0 ? `${resource.path}?${params}` : resource.path;
}

/** What a record is called. In English its English title is used where it has one. */
export function getTitle(resource: Pick<AnyResource, 'title'>, record: FieldRecord, locale: Locale): string {
  const title = record[`${resource.title}Label`] ?? record[pickTitleField(resource.title, record, locale)];
  return typeof title === 'string' && title !== '' ? title : `#${String(record.id)}`;
}

function usePort({ outline, loadSkeletons }: ResourceHost) {
  const locale = useLocale();
  const calls = useCalls();
  const { rights } = useSession();
  return useMemo(() => {
    const findNamed = (name: string) => findResource(outline, name);
    const getColumns = async (name: string) => {
      const sketch = (await loadSkeletons()).find((one) => one.name === name);
      return sketch ? listTitleColumns(sketch, rights.role) : [];
    };
    const found =
      (resource: ResourceOutline) =>
      (record: FieldRecord): Found => ({
        id: Number(record.id),
        label: getTitle(resource, record, locale),
      });
    return {
      async search(name: string, keyword: string, filters: Narrowed = {}) {
        const resource = findNamed(name);
        if (!resource) return [];
        const columns = await getColumns(name);
        const body = { pageSize: 20, columns, filters, ...(keyword === '' ? {} : { keyword }) };
        const answer = await calls.call<ListAnswer>(getResourcePath(name, 'list'), body);
        return answer.items.map(found(resource));
      },
      async label(name: string, id: number) {
        const resource = findNamed(name);
        if (!resource) return `#${id}`;
        const columns = await getColumns(name);
        const body = { pageSize: 1, columns, filters: { id: { from: id, to: id } } };
        const answer = await calls.call<ListAnswer>(getResourcePath(name, 'list'), body);
        return answer.items[0] ? found(resource)(answer.items[0]).label : `#${id}`;
      },
      link(name: string, id: number) {
        const resource = findNamed(name);
        return resource && can(rights, resource, 'get')
          ? createResourceAddress(outline, resource, { id: String(id) })
          : null;
      },
      creator(name: string, onMade: (made: Found) => void) {
        const resource = findNamed(name);
        if (!resource || !can(rights, resource, 'create')) return null;
        return <CreateInPlace resource={resource} onMade={(record) => onMade(found(resource)(record))} />;
      },
    };
  }, [outline, loadSkeletons, calls, rights, locale]);
}

export function ResourceHostProvider({
  host,
  children,
}: {
  readonly host: ResourceHost;
  readonly children: ReactNode;
}) {
  const port = usePort(host);
  return (
    <HostContext value={host}>
      <ReferenceProvider value={port}>{children}</ReferenceProvider>
    </HostContext>
  );
}
