export const sampleLine = {
  name: 'About the sample',
  purpose: 'See where an agent’s tool calls differ from the expected ones.',
  sample: 'This is sample data:',
  how: 'paste yours over it, drop a file, or',
  format: 'see the format',
  hide: 'Hide this line',
};
