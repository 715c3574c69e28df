const pin = (name, from, to) => ({ name, from, to });

/** Two versions of each package: what changed between them are the edits. No package is in both sets. */
export const PACKAGES = {
  tune: [
    pin('@nuxt/ui', '2.11.0', '2.18.0'),
    pin('@openzeppelin/contracts', '5.1.0', '5.3.0'),
    pin('bats', '1.8.2', '1.10.0'),
    pin('bootstrap', '5.2.3', '5.3.3'),
    pin('bullmq', '5.0.0', '5.30.0'),
    pin('expo-notifications', '0.29.0', '0.31.0'),
    pin('fastify', '4.20.0', '4.28.0'),
    pin('node-gyp', '9.4.1', '10.3.1'),
    pin('react-native-mmkv', '2.10.0', '2.12.2'),
    pin('react-native-vision-camera', '4.0.0', '4.5.0'),
    pin('svelte', '5.1.0', '5.2.0'),
    pin('uniffi-bindgen-react-native', '0.28.3-5', '0.29.3-1'),
  ],
  report: [
    pin('@capacitor/android', '5.7.0', '6.1.2'),
    pin('@chainlink/contracts', '0.6.1', '0.8.0'),
    pin('@wordpress/block-library', '9.20.0', '9.28.0'),
    pin('bull', '4.8.0', '4.16.0'),
    pin('cordova-android', '12.0.1', '13.0.0'),
    pin('flowbite-svelte', '1.13.3', '1.20.1'),
    pin('lottie-ios', '4.3.4', '4.5.0'),
    pin('pyright', '1.1.403', '1.1.407'),
    pin('react-native-screens', '3.31.1', '3.35.0'),
    pin('rxjs', '7.5.0', '7.8.1'),
    pin('serverless-wsgi', '1.7.6', '3.0.3'),
    pin('undici', '6.0.0', '6.15.0'),
    pin('usb', '2.10.0', '2.14.0'),
  ],
};
