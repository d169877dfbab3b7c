import { errorMessage, type ListQueryText, type SavedView, viewAudiences, viewCalls } from '@gantry/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { Can } from '../../app/session/index.ts';
import { useWords } from '../../fields/index.ts';
import { IconDelete, IconDown, IconEdit, IconStar, IconStarFill } from '../../ui/icons.ts';
import { Button, IconButton, MenuButton, TextInput, useToast } from '../../ui/index.ts';
import { usePageScope } from '../page-scope.tsx';
import type { Views } from './use-views.ts';

interface ViewsPanelProps {
  readonly views: Views;
  /** The current list state. */
  readonly query: ListQueryText;
  readonly changed: boolean;
  readonly onDone: () => void;
}

/** Returns a function that runs a write to the views and shows a toast on failure. */
function useViewCall() {
  const toast = useToast();
  return async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast.error(errorMessage(error));
    }
  };
}

/** The saved views of a list: select, save, rename, share and delete them. */
export function ViewsPanel({ views, query, changed, onDone }: ViewsPanelProps) {
  const t = useWords();
  const toast = useToast();
  const attempt = useViewCall();
  const { chosen } = views;
  const choose = (view: SavedView | null) => {
    views.choose(view);
    onDone();
  };
  const save = () =>
    attempt(async () => {
      if (!chosen) return;
      const { id, version } = chosen;
      const saved = await views.send<SavedView>(viewCalls.viewUpdate, { id, version, query });
      toast.success(t('resource.views.saved', { name: saved.name }));
      choose(saved);
    });
  const own = views.views.filter((view) => view.own);
  const shared = views.views.filter((view) => !view.own);
  const group = (label: string, members: readonly SavedView[]) =>
    members.length === 0 ? null : (
      <section aria-label={label}>
        <h3>{label}</h3>
        {members.map((view) => (
          <ViewLine key={view.id} view={view} views={views} attempt={attempt} onChoose={() => choose(view)} />
        ))}
      </section>
    );
  return (
    <div className="views-panel">
      {changed && chosen ? (
        <div className="view-keep">
          <span>{t('resource.views.changed')}</span>
          {chosen.editable ? (
            <Button size="small" type="primary" onClick={() => void save()}>
              {t('common.save')}
            </Button>
          ) : null}
          <Button size="small" onClick={() => choose(chosen)}>
            {t('resource.views.discard')}
          </Button>
        </div>
      ) : null}
      <button type="button" className="view-choice" aria-current={chosen === null} onClick={() => choose(null)}>
        {t('resource.views.all')}
      </button>
      {group(t('resource.views.own'), own)}
      {group(t('resource.views.shared'), shared)}
      <SaveAs views={views} query={query} attempt={attempt} onSaved={choose} />
    </div>
  );
}

interface SaveAsProps {
  readonly views: Views;
  readonly query: ListQueryText;
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
  readonly onSaved: (view: SavedView) => void;
}

/** Saves the current list under a new name. */
function SaveAs({ views, query, attempt, onSaved }: SaveAsProps) {
  const t = useWords();
  const toast = useToast();
  const { resource } = usePageScope();
  const [name, setName] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void attempt(async () => {
      if (name.trim() === '') return;
      const body = { resource: resource.name, name: name.trim(), query };
      const view = await views.send<SavedView>(viewCalls.viewCreate, body);
      toast.success(t('resource.views.saved', { name: view.name }));
      onSaved(view);
    });
  };
  return (
    <form className="view-new" onSubmit={save}>
      <TextInput
        size="small"
        label={t('resource.views.name')}
        placeholder={t('resource.views.name')}
        maxLength={60}
        value={name}
        onChange={setName}
      />
      <Button size="small" htmlType="submit" disabled={name.trim() === ''}>
        {t('resource.views.keep')}
      </Button>
    </form>
  );
}

interface ViewLineProps {
  readonly view: SavedView;
  readonly views: Views;
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
  readonly onChoose: () => void;
}

/** One view: its name selects it; its owner can edit it. */
function ViewLine({ view, views, attempt, onChoose }: ViewLineProps) {
  const t = useWords();
  const [naming, setNaming] = useState(false);
  const { resource } = usePageScope();
  const isDefault = views.defaultId === view.id;
  const start = () =>
    attempt(() => views.send(viewCalls.viewDefault, { resource: resource.name, id: isDefault ? null : view.id }));
  if (naming) return <NameBox view={view} views={views} attempt={attempt} onDone={() => setNaming(false)} />;
  return (
    <div className="view-line">
      <button type="button" className="view-choice" aria-current={views.chosen?.id === view.id} onClick={onChoose}>
        <span className="view-name">{view.name}</span>
        {view.own ? null : <span className="dim">{view.ownerName}</span>}
      </button>
      <IconButton
        raw
        size="mini"
        icon={isDefault ? <IconStarFill /> : <IconStar />}
        aria-pressed={isDefault}
        label={t('resource.views.default', { name: view.name })}
        onClick={() => void start()}
      />
      {view.editable ? <ViewTools view={view} views={views} attempt={attempt} onName={() => setNaming(true)} /> : null}
    </div>
  );
}

interface ViewToolsProps extends Omit<ViewLineProps, 'onChoose'> {
  readonly onName: () => void;
}

/** Renames, shares and deletes a view. A deleted view can be restored from the toast. */
function ViewTools({ view, views, attempt, onName }: ViewToolsProps) {
  const t = useWords();
  const localize = useSay();
  const toast = useToast();
  const { id, version } = view;
  const words = viewCalls.viewShare.input.audience.options;
  const getShare = (audience: string) => attempt(() => views.send(viewCalls.viewShare, { id, version, audience }));
  const restore = () => void attempt(() => views.send(viewCalls.viewRestore, { id }));
  const remove = () =>
    attempt(async () => {
      await views.send(viewCalls.viewDelete, { id, version });
      toast.success(t('resource.views.deleted', { name: view.name }), {
        label: t('resource.undo.undo'),
        run: restore,
      });
    });
  return (
    <>
      <Can call={viewCalls.viewShare}>
        <MenuButton
          label={t('resource.views.share', { name: view.name })}
          items={viewAudiences.map((audience) => ({
            key: audience,
            label: localize(words[audience]),
            checked: audience === view.audience,
            onSelect: () => void getShare(audience),
          }))}
        >
          <Button
            size="mini"
            aria-label={`${t('resource.views.share', { name: view.name })}: ${localize(words[view.audience])}`}
          >
            {localize(words[view.audience])}
            <IconDown />
          </Button>
        </MenuButton>
      </Can>
      <IconButton
        raw
        size="mini"
        icon={<IconEdit />}
        label={t('resource.views.rename', { name: view.name })}
        onClick={onName}
      />
      <IconButton
        raw
        size="mini"
        icon={<IconDelete />}
        label={t('resource.views.remove', { name: view.name })}
        onClick={() => void remove()}
      />
    </>
  );
}

interface NameBoxProps extends Omit<ViewLineProps, 'onChoose'> {
  readonly onDone: () => void;
}

/** Enter renames, Escape cancels. */
function NameBox({ view, views, attempt, onDone }: NameBoxProps) {
  const t = useWords();
  const [name, setName] = useState(view.name);
  const save = () =>
    attempt(async () => {
      const { id, version } = view;
      if (name.trim() !== '' && name.trim() !== view.name)
        await views.send(viewCalls.viewUpdate, { id, version, name: name.trim() });
      onDone();
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save();
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDone();
  };
  return (
    <TextInput
      size="small"
      autoFocus
      label={t('resource.views.rename', { name: view.name })}
      maxLength={60}
      value={name}
      onChange={setName}
      onKeyDown={onKeyDown}
      onBlur={() => void save()}
    />
  );
}
