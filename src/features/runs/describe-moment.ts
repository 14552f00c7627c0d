import { moments as texts } from './texts.ts';

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' });

/** A moment in few words: "today 09:41", "yesterday 17:30", "19 Nov 14:55", "19 Nov 2025". */
export function describeMoment(momentMs: number, nowMs: number): string {
  const moment = new Date(momentMs);
  const time = TIME.format(moment);
  const days = Math.round((startOfDay(nowMs) - startOfDay(momentMs)) / 86_400_000);
  if (days === 0) return texts.today(time);
  if (days === 1) return texts.yesterday(time);
  const isThisYear = moment.getFullYear() === new Date(nowMs).getFullYear();
  return isThisYear ? `${DAY.format(moment)} ${time}` : DAY_OF_YEAR.format(moment);
}

/** A moment in full: "Saturday 21 November 2026 at 09:41:07". */
export function describeMomentFully(momentMs: number): string {
  return FULL.format(new Date(momentMs));
}

function startOfDay(momentMs: number): number {
  return new Date(momentMs).setHours(0, 0, 0, 0);
}
