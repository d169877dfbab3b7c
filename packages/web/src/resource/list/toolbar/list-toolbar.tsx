import { can, diffView, type FileFormat, packedForms, toViewQuery } from '@gantry/core';
import { type Ref, Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSay } from '../../../app/i18n/index.ts';
import { Can } from '../../../app/session/index.ts';
import { useWords } from '../../../fields/index.ts';
import {
  IconClose,
  IconDown,
  IconMore,
  IconPlus,
  IconQuestionCircle,
  IconRefresh,
  IconSearch,
  IconUpload,
} from '../../../ui/icons.ts';
import { Button, IconButton, MenuButton } from '../../../ui/index.ts';
import { findCreatingAction, getCollectionActions } from '../../action/row-menu.ts';
import { listUnitNames } from '../../grid/columns.ts';
import { usePageScope } from '../../page-scope.tsx';
import { ExportMenu, menuFormats } from '../../transfer/export-menu.tsx';
import { useExport } from '../../transfer/use-export.ts';
import type { Views } from '../../views/use-views.ts';
import '../../views/views.css';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Loading, usePageHeadSlots } from '../../../ui/parts/index.ts';
import { DropPanel } from '../drop-panel.tsx';
import type { ListUrl } from '../use-list-url.ts';
import { FilterBar } from './filter-bar.tsx';
import { ViewMenu } from './view-menu.tsx';

const ViewsPanel = lazyPart(async () => ({ default: (await import('../../views/views-panel.tsx')).ViewsPanel }));

interface ViewSwitchProps {
  readonly views: Views;
  readonly list: ListUrl;
}

/** The current saved view and a menu of the others. */
function ViewSwitch({ views, list }: ViewSwitchProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const { chosen } = views;
  const query = toViewQuery(list.state, list.look);
  const changed = chosen !== null && Object.keys(diffView(chosen.query, query)).length > 0;
  return (
    <DropPanel
      open={open}
      onOpen={setOpen}
      label={t('resource.views.title')}
      panel={
        <Suspense fallback={<Loading />}>
          <ViewsPanel views={views} query={query} changed={changed} onDone={() => setOpen(false)} />
        </Suspense>
      }
    >
      <Button
        className="view-switch"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="v"
        onClick={() => setOpen(!open)}
      >
        <span className="unseen">{t('resource.views.title')}: </span>
        <span className="view-name">{chosen?.name ?? t('resource.views.all')}</span>
        {changed ? (
          <span className="view-changed">
            <span aria-hidden="true">•</span>
            <span className="unseen">{t('resource.views.changed')}</span>
          </span>
        ) : null}
        <IconDown aria-hidden="true" />
      </Button>
    </DropPanel>
  );
}

interface ListToolbarProps {
  readonly list: ListUrl;
  readonly views: Views;
  readonly searchBox: Ref<HTMLInputElement>;
  readonly onHelp: () => void;
}

/** The search and filters of the list, followed by the view options. */
export function ListToolbar({ list, views, searchBox, onHelp }: ListToolbarProps) {
  const t = useWords();
  const { resource, role, refresh } = usePageScope();
  const searchable = Object.values(resource.fields).some((field) => field.search === true);
  return (
    <div className="list-toolbar">
      <ViewSwitch views={views} list={list} />
      {searchable ? (
        <KeywordBox
          ref={searchBox}
          value={list.state.keyword}
          placeholder={t('list.keyword')}
          onChange={(keyword) => list.dispatch({ type: 'keyword', keyword })}
        />
      ) : null}
      <FilterBar resource={resource} state={list.state} dispatch={list.dispatch} />
      <div className="list-tools">
        <IconButton
          className="for-desks"
          type="secondary"
          label={t('common.refresh')}
          icon={<IconRefresh />}
          onClick={refresh}
        />
        <ViewMenu resource={resource} role={role} list={list} />
        <IconButton
          className="for-desks"
          type="secondary"
          label={t('resource.keys.open')}
          icon={<IconQuestionCircle />}
          onClick={onHelp}
        />
      </div>
    </div>
  );
}

interface ListActionsProps {
  readonly list: ListUrl;
  readonly columns: readonly string[];
  readonly onImport: () => void;
  /** Actions that are rendered elsewhere on the page. */
  readonly without: readonly string[];
}

/** The actions on the list, on the first line of its page. */
export function ListActions({ list, columns, onImport, without }: ListActionsProps) {
  const t = useWords();
  const { resource, rights, slots, refresh } = usePageScope();
  const { actions } = usePageHeadSlots();
  const Own = slots.toolbar;
  const availableActions = getCollectionActions(resource, rights).filter(([name]) => !without.includes(name));
  if (!actions) return null;
  return createPortal(
    <>
      {Own ? <Own resource={resource} refresh={refresh} /> : null}
      <CollectionActions availableActions={availableActions.filter(([, { creates }]) => creates !== true)} />
      <Can resource={resource} verb="export">
        <ExportList list={list} columns={columns} />
      </Can>
      <Can resource={resource} verb="import">
        <Button className="foldable" icon={<IconUpload />} onClick={onImport}>
          {t('verb.import')}
        </Button>
      </Can>
      <CreateButton />
    </>,
    actions,
  );
}

/** The way to create a record: the action for it if there is one, with the form in a menu beside it, or else the form. */
function CreateButton() {
  const t = useWords();
  const localize = useSay();
  const { resource, rights, open, run } = usePageScope();
  const creating = findCreatingAction(resource, rights);
  const openForm = () => open({ kind: 'new', like: null });
  const hasForm = can(rights, resource, 'create');
  if (!creating) {
    return hasForm ? (
      <Button type="primary" icon={<IconPlus />} onClick={openForm}>
        {t('verb.create')}
      </Button>
    ) : null;
  }
  const [name, { label }] = creating;
  const items = [{ key: '+new', label: t('resource.list.blankForm'), onSelect: openForm }];
  return (
    <>
      <Button type="primary" icon={<IconPlus />} onClick={() => run(name, null)}>
        {localize(label)}
      </Button>
      {hasForm ? (
        <MenuButton label={t('resource.list.otherWays')} items={items}>
          <IconButton type="primary" label={t('resource.list.otherWays')} icon={<IconDown />} />
        </MenuButton>
      ) : null}
    </>
  );
}

/** With more buttons, the head would not fit on one line. */
const maxButtons = 2;

function CollectionActions({
  availableActions,
}: {
  readonly availableActions: ReturnType<typeof getCollectionActions>;
}) {
  const t = useWords();
  const localize = useSay();
  const { run } = usePageScope();
  const extra = availableActions.length > maxButtons ? availableActions.slice(0, maxButtons - 1) : availableActions;
  const behind = availableActions.slice(extra.length).map(([name, action]) => ({
    key: name,
    label: localize(action.label),
    danger: action.loss !== undefined,
    onSelect: () => run(name, null),
  }));
  return (
    <>
      {extra.map(([name, action]) => (
        <Button key={name} onClick={() => run(name, null)}>
          {localize(action.label)}
        </Button>
      ))}
      {behind.length > 0 ? (
        <MenuButton label={t('resource.more')} items={behind}>
          <Button icon={<IconMore />}>{t('resource.more')}</Button>
        </MenuButton>
      ) : null}
    </>
  );
}

function ExportList({ list, columns }: { readonly list: ListUrl; readonly columns: readonly string[] }) {
  const { resource } = usePageScope();
  const { received, run, cancel } = useExport(resource);
  return (
    <ExportMenu<FileFormat>
      received={received}
      formats={resource.document ? [...menuFormats, ...packedForms] : menuFormats}
      onCancel={cancel}
      onPick={(format) => run(format, list.state, [...new Set([...columns, ...listUnitNames(resource, columns)])])}
    />
  );
}

interface KeywordBoxProps {
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (keyword: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Searches while the user types, but not while an input method is composing a word. */
function KeywordBox({ value, placeholder, onChange, ref }: KeywordBoxProps) {
  const t = useWords();
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const composing = useRef(false);
  const timer = useRef(0);
  useEffect(() => {
    if (value !== reported.current) setText(value);
    reported.current = value;
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const report = (keyword: string) => {
    window.clearTimeout(timer.current);
    const trimmed = keyword.trim();
    if (trimmed === reported.current) return;
    reported.current = trimmed;
    onChange(trimmed);
  };
  const searchLater = (keyword: string) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => report(keyword), 300);
  };
  return (
    <search className="keyword-box">
      <IconSearch aria-hidden="true" />
      <input
        ref={ref}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        value={text}
        placeholder={placeholder}
        aria-label={t('common.search')}
        aria-keyshortcuts="/"
        maxLength={200}
        onChange={(event) => {
          setText(event.target.value);
          if (!composing.current) searchLater(event.target.value);
        }}
        onCompositionStart={() => {
          composing.current = true;
          window.clearTimeout(timer.current);
        }}
        onCompositionEnd={(event) => {
          composing.current = false;
          searchLater(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') report(text);
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {text === '' ? (
        <kbd>/</kbd>
      ) : (
        <button
          type="button"
          className="bare-button"
          aria-label={`${t('common.search')}: ${t('common.reset')}`}
          onClick={() => {
            setText('');
            report('');
          }}
        >
          <IconClose aria-hidden="true" />
        </button>
      )}
    </search>
  );
}
