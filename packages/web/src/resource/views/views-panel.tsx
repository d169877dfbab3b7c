import { errorMessage, type ListQueryText, type SavedView, viewCalls } from '@gantry/core';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../fields/index.ts';
import { Button, TextInput, useToast } from '../../ui/index.ts';
import { usePageScope } from '../page-scope.tsx';
import type { Views } from './use-views.ts';
import { ViewLine } from './view-line.tsx';

interface ViewsPanelProps {
  readonly views: Views;
  /** The list as it is now. */
  readonly query: ListQueryText;
  readonly changed: boolean;
  readonly onDone: () => void;
}

/** Does a write about views; what is refused is told. */
function useTry() {
  const toast = useToast();
  return async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast.error(errorMessage(error));
    }
  };
}

/** The saved views of a list: to choose from, to keep the present one, to name, share and delete them. */
export function ViewsPanel({ views, query, changed, onDone }: ViewsPanelProps) {
  const t = useWords();
  const toast = useToast();
  const attempt = useTry();
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

/** Keeps the list as it is now, under a new name. */
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
