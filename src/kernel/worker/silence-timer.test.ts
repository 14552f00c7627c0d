import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SilenceTimer } from './worker-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells once, when the time is over', () => {
  const onSilence = vi.fn();
  new SilenceTimer(onSilence).restart(1000);
  vi.advanceTimersByTime(999);
  expect(onSilence).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(onSilence).toHaveBeenCalledOnce();
});

it('starts anew, and with another time, as often as it is told', () => {
  const onSilence = vi.fn();
  const timer = new SilenceTimer(onSilence);
  timer.restart(1000);
  vi.advanceTimersByTime(750);
  timer.restart(2000);
  vi.advanceTimersByTime(1750);
  expect(onSilence).not.toHaveBeenCalled();
  vi.advanceTimersByTime(250);
  expect(onSilence).toHaveBeenCalledOnce();
  timer.restart(250);
  vi.advanceTimersByTime(250);
  expect(onSilence).toHaveBeenCalledTimes(2);
});

it('says nothing once it is stopped', () => {
  const onSilence = vi.fn();
  const timer = new SilenceTimer(onSilence);
  timer.restart(1000);
  timer.stop();
  vi.advanceTimersByTime(10_000);
  expect(onSilence).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

it('counts the ticks of its own clock, not the time that a sleeping machine lost', () => {
  const onSilence = vi.fn();
  new SilenceTimer(onSilence).restart(1000);
  vi.advanceTimersByTime(250);
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(500);
  expect(onSilence).not.toHaveBeenCalled();
});
