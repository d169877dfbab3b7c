import '../record/diff.css';
import { describeUnusedColumns, type Fields, type Mapping, type OnConflict, onConflicts } from '@gantry/core';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Alert, Button, Checkbox, Select } from '../../ui/index.ts';
import { listUnfilled } from './guess-mapping.ts';
import type { OpenedTable } from './import-worker.ts';

interface MapStepProps {
  readonly file: { readonly name: string; readonly table: OpenedTable };
  readonly fields: Fields;
  readonly mapping: Mapping;
  readonly onMapping: (mapping: Mapping) => void;
  readonly onHeaded: (headed: boolean) => void;
  readonly onConflict: OnConflict;
  readonly onOnConflict: (onConflict: OnConflict) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

const skipped = '';
const conflictWords = {
  error: 'resource.import.error',
  skip: 'resource.import.skipRow',
  update: 'resource.import.update',
} as const;

/** Maps each column to a field, and selects what happens to existing records. */
export function MapStep(props: MapStepProps) {
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const { file, fields, mapping } = props;
  const missing = mapping.includes('id') ? [] : listUnfilled(mapping, fields);
  const unused = file.table.headings.filter((heading, at) => mapping[at] === null && heading !== '');
  const notes = [...file.table.notes, ...(unused.length > 0 ? [describeUnusedColumns(unused)] : [])].map(localize);
  const getLabel = (name: string) => (fields[name] ? localize(fields[name].label) : name);
  return (
    <div className="import-step">
      <p>
        {t('resource.import.read', { name: file.name, count: format.number(file.table.count) })}{' '}
        {file.table.encoding === null ? null : (
          <span className="dim">{t('resource.import.encoding', { name: file.table.encoding })}</span>
        )}
      </p>
      {file.table.isTyped ? null : (
        <Checkbox checked={file.table.headed} onChange={props.onHeaded}>
          {t('resource.import.hasHeading')}
        </Checkbox>
      )}
      {notes.length > 0 ? <Alert type="info" content={notes.join(' · ')} /> : null}
      <MapTable {...props} />
      {missing.length > 0 ? (
        <Alert type="error" content={t('resource.import.missing', { names: missing.map(getLabel).join(', ') })} />
      ) : null}
      <fieldset className="import-conflict">
        <legend>{t('resource.import.conflict')}</legend>
        {onConflicts.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="on-conflict"
              checked={props.onConflict === one}
              onChange={() => props.onOnConflict(one)}
            />
            {t(conflictWords[one])}
          </label>
        ))}
      </fieldset>
      <div className="import-foot">
        <Button onClick={props.onBack}>{t('resource.import.back')}</Button>
        <Button type="primary" disabled={missing.length > 0 || !mapping.some(Boolean)} onClick={props.onNext}>
          {t('resource.import.check')}
        </Button>
      </div>
    </div>
  );
}

const getShownCell = (cell: unknown) =>
  cell === undefined || cell === null ? '' : typeof cell === 'string' ? cell : JSON.stringify(cell);

function MapTable({ file, fields, mapping, onMapping }: MapStepProps) {
  const t = useWords();
  const localize = useSay();
  const options = [
    { value: skipped, label: t('resource.import.skip') },
    ...Object.entries(fields).map(([name, field]) => ({ value: name, label: localize(field.label) })),
  ];
  // Two columns may be without a heading.
  const columns = file.table.headings.map((heading, at) => ({ key: `${at} ${heading}`, heading, at }));
  const set = (at: number, name: string) =>
    onMapping(mapping.map((one, index) => (index === at ? name || null : one === name ? null : one)));
  return (
    <div className="import-map">
      <table className="diff">
        <thead>
          <tr>
            <th scope="col">{t('resource.import.column')}</th>
            <th scope="col">{t('resource.import.sample')}</th>
            <th scope="col">{t('resource.import.field')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ key, heading, at }) => (
            <tr key={key}>
              <th scope="row">{heading}</th>
              <td className="dim">
                {file.table.samples
                  .map((row) => getShownCell(row.cells[at]))
                  .filter((cell) => cell !== '')
                  .join(' · ')
                  .slice(0, 80)}
              </td>
              <td>
                <Select
                  className="field-full"
                  label={`${heading}: ${t('resource.import.field')}`}
                  value={mapping[at] ?? skipped}
                  options={options}
                  onChange={(name: string) => set(at, name)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
