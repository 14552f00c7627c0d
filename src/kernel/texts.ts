export const networkNotice = {
  isOff: 'The network is off.',
  turnOn:
    'Turning the network on reloads the page. Your work is kept. The network stays on until you close the tab or turn it off.',
};

export const networkSwitch = {
  turnOn: 'Turn the network on',
  isFramed:
    'It cannot be turned on here: this page is shown inside another one, which could trick you into clicking. Open it in its own tab.',
};
