/**
 * Comes last: it looks back at what the other measures saw.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const longestTask = {
  name: 'longest-task',
  run({ longestTasks }) {
    const what = 'longest main-thread task of all of it, its own time';
    if (longestTasks.length === 0) {
      return Promise.resolve([{ what, unit: 'ms', note: 'n/a: no file was scored' }]);
    }
    const value = Math.max(...longestTasks);
    return Promise.resolve([
      {
        what,
        value,
        unit: 'ms',
        rounds: longestTasks,
        goal: { limit: 50, of: 'value' },
      },
    ]);
  },
};
