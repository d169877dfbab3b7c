import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, integer, reference, state, text, time } from '../../fields/index.ts';
import { editors } from '../parts.ts';

export const courseSchedule = defineResource({
  name: 'courseSchedule',
  path: '/devcourse/schedule',
  title: 'title',
  label: { zh: '课程安排', en: 'Lesson' },
  help: {
    zh: '课程表：一位讲师同一时间只有一节课',
    en: 'Course timetable. A teacher can have only one lesson at a time.',
  },
  fields: {
    courseId: reference({ zh: '课程', en: 'Course' }, 'course', { required: true }),
    title: text({ zh: '主题', en: 'Topic' }, { required: true, search: true, max: 120 }),
    teacher: text({ zh: '讲师', en: 'Teacher' }, { required: true, search: true, max: 64 }),
    startAt: time({ zh: '开始', en: 'Starts' }, { required: true }),
    endAt: time({ zh: '结束', en: 'Ends' }, { required: true }),
    mode: choice(
      { zh: '形式', en: 'Format' },
      { online: { zh: '线上', en: 'Online' }, offline: { zh: '线下', en: 'In person' } },
      { default: 'online', required: true },
    ),
    place: text({ zh: '地点', en: 'Place' }, { max: 200, visibleWhen: { mode: ['offline'] } }),
    meetingUrl: text(
      { zh: '会议链接', en: 'Meeting link' },
      {
        max: 500,
        mono: true,
        personal: true,
        read: 'detail',
        visibleWhen: { mode: ['online'] },
        pattern: 'https://[^\\s]+',
      },
    ),
    capacity: integer(
      { zh: '名额', en: 'Seats' },
      { min: 0, max: 1_000_000, default: 0, help: { zh: '0 表示不限', en: '0 means no limit.' } },
    ),
    enrolled: integer({ zh: '已报名', en: 'Enrolled' }, { write: 'never', default: 0 }),
    remindMinutes: integer(
      { zh: '提前提醒', en: 'Remind in advance' },
      { min: 0, max: 10_080, default: 30, unit: { zh: '分钟', en: 'min' }, read: 'detail' },
    ),
    cancelReason: text({ zh: '取消原因', en: 'Cancellation reason' }, { write: 'never', read: 'detail', max: 200 }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        planned: { zh: '未开始', en: 'Planned', tone: 'info' },
        ongoing: { zh: '进行中', en: 'In progress', tone: 'good' },
        finished: { zh: '已结束', en: 'Finished', tone: 'neutral' },
        cancelled: { zh: '已取消', en: 'Canceled', tone: 'bad' },
      },
    ),
  },
  list: {
    columns: ['title', 'courseId', 'teacher', 'startAt', 'mode', 'enrolled', 'status'],
    filters: ['courseId', 'teacher', 'mode', 'status', 'startAt'],
    sort: 'startAt',
  },
  form: [
    ['courseId', 'title'],
    ['teacher', 'mode'],
    ['startAt', 'endAt'],
    ['place', 'meetingUrl'],
    ['capacity', 'remindMinutes'],
  ],
  access: editors,
  actions: {
    copyToNextWeek: {
      on: 'record',
      label: { zh: '复制到下周', en: 'Copy to next week' },
      help: { zh: '同一时间，七天之后', en: 'Same time, seven days later.' },
      roles: everyone,
    },
    cancel: {
      on: 'record',
      next: [],
      label: { zh: '取消', en: 'Cancel' },
      roles: everyone,
      undo: true,
      from: ['planned', 'ongoing'],
      to: 'cancelled',
      danger: true,
      input: {
        cancelReason: text({ zh: '取消原因', en: 'Reason' }, { required: true, min: 2, max: 200 }),
      },
    },
    begin: {
      on: 'system',
      label: { zh: '开始', en: 'Start' },
      roles: admins,
      from: ['planned'],
      to: 'ongoing',
    },
    finish: {
      on: 'system',
      label: { zh: '结束', en: 'Finish' },
      roles: admins,
      from: ['planned', 'ongoing'],
      to: 'finished',
    },
  },
});
export type CourseSchedule = RecordOf<typeof courseSchedule>;
