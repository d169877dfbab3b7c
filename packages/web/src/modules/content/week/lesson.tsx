import { type AnyResource, findStateField } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../app/i18n/index.ts';
import { type FieldRecord, OptionTag } from '../../../fields/index.ts';
import { usePageScope } from '../../../resource/page-scope.tsx';
import { getTitle } from '../../../resource/resource-host.tsx';

interface LessonProps {
  readonly resource: AnyResource;
  readonly record: FieldRecord;
}

/** When a lesson is, what it is about and who gives it; it opens the record. */
export function Lesson({ resource, record }: LessonProps) {
  const format = useFormat();
  const { hrefOf } = usePageScope();
  const clock = (moment: unknown) => format.clock(Number(moment)).slice(0, 5);
  const status = String(record.status);
  const place = record.mode === 'offline' ? record.place : null;
  return (
    <Link className={`week-lesson ${status}`} data-lesson to={hrefOf({ kind: 'view', id: Number(record.id), tab: '' })}>
      <span className="week-time">
        {clock(record.startAt)}–{clock(record.endAt)}
      </span>
      <strong>{getTitle(resource, record)}</strong>
      <span className="week-who">
        {[record.teacher, place].filter((words) => typeof words === 'string' && words !== '').join(' · ')}
      </span>
      <OptionTag value={status} option={findStateField(resource)?.field.options[status]} />
    </Link>
  );
}
