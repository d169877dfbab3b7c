import { exportFormats, type FileFormat, packedForms } from '@gantry/core';
import type { Ref } from 'react';
import { useSay } from '../../../app/i18n/index.ts';
import { Can } from '../../../app/session/index.ts';
import { useWords } from '../../../fields/index.ts';
import { IconMore, IconPlus, IconQuestionCircle, IconRefresh, IconUpload } from '../../../ui/icons.ts';
import { Button, IconButton, MenuButton } from '../../../ui/index.ts';
import { getCollectionActions } from '../../action/row-menu.ts';
import { usePageScope } from '../../page-scope.tsx';
import { ExportMenu } from '../../transfer/export-menu.tsx';
import { useExport } from '../../transfer/use-export.ts';
import type { Views } from '../../views/use-views.ts';
import { ViewSwitch } from '../../views/view-switch.tsx';
import type { ListUrl } from '../use-list-url.ts';
import { KeywordBox } from './keyword-box.tsx';
import { ViewMenu } from './view-menu.tsx';

interface ListToolbarProps {
  readonly list: ListUrl;
  readonly views: Views;
  readonly columns: readonly string[];
  readonly searchBox: Ref<HTMLInputElement>;
  readonly onImport: () => void;
  readonly onHelp: () => void;
  /** Actions that are drawn elsewhere on the page. */
  readonly without: readonly string[];
}

/** Search at the start; what may be done with the list at the end. */
export function ListToolbar({ list, views, columns, searchBox, onImport, onHelp, without }: ListToolbarProps) {
  const t = useWords();
  const { resource, role, slots, refresh, open } = usePageScope();
  const Own = slots.toolbar;
  const searchable = Object.values(resource.fields).some((field) => field.search === true);
  const availableActions = getCollectionActions(resource, role).filter(([name]) => !without.includes(name));
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
      <div className="list-tools">
        {Own ? <Own resource={resource} refresh={refresh} /> : null}
        <CollectionActions availableActions={availableActions} />
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
        <Can resource={resource} verb="export">
          <ExportList list={list} columns={columns} />
        </Can>
        <Can resource={resource} verb="import">
          <Button className="foldable" icon={<IconUpload />} onClick={onImport}>
            {t('verb.import')}
          </Button>
        </Can>
        <Can resource={resource} verb="create">
          <Button type="primary" icon={<IconPlus />} onClick={() => open({ kind: 'new', like: null })}>
            {t('verb.create')}
          </Button>
        </Can>
      </div>
    </div>
  );
}

/** More buttons than this push the search onto a line of its own. */
const maxButtons = 3;

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
    danger: action.danger === true,
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
      formats={resource.document ? [...exportFormats, ...packedForms] : exportFormats}
      onCancel={cancel}
      onPick={(format) => run(format, list.state, columns)}
    />
  );
}
