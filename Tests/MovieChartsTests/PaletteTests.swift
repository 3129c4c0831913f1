import MovieCharts
import TestSupport
import Testing

import func Foundation.pow

@Suite(.limited) struct PaletteTests {
  @Test(
    "texts and links have a contrast of 4.5:1, bars and full steps one of 3:1",
    arguments: [false, true])
  func contrast(isDark: Bool) {
    let page = LinearColor(Palette.color(.page, isDark: isDark))
    for role in [Palette.Role.text, .muted, .accent] {
      let contrast = LinearColor(Palette.color(role, isDark: isDark)).contrast(to: page)
      #expect(contrast >= 4.5, "\(role): \(contrast)")
    }
    for role in [Palette.Role.step3, .step4] {
      #expect(LinearColor(Palette.color(role, isDark: isDark)).contrast(to: page) >= 3, "\(role)")
    }
  }

  @Test(
    "neighboring steps differ in lightness for all kinds of color vision",
    arguments: LinearColor.Vision.allCases, [false, true])
  func steps(vision: LinearColor.Vision, isDark: Bool) {
    let lightnesses = Palette.steps.map {
      LinearColor(Palette.color($0, isDark: isDark)).seen(with: vision).lightness
    }
    let order = isDark ? lightnesses : lightnesses.reversed()
    for (darker, lighter) in zip(order, order.dropFirst()) {
      // Two areas can be told apart from about 2.
      #expect(lighter - darker >= 9, "\(vision): \(lightnesses)")
    }
  }

  @Test("the control: the formulas give the values that are known")
  func formulas() {
    let (black, white) = (LinearColor("#000000"), LinearColor("#ffffff"))
    #expect(abs(black.contrast(to: white) - 21) < 0.01)
    #expect(abs(LinearColor("#767676").contrast(to: white) - 4.54) < 0.01)
    #expect(abs(LinearColor("#777777").lightness - 50.03) < 0.1)
    // Red and green of the same lightness are told apart only with all three cones.
    let (red, green) = (LinearColor("#c04040"), LinearColor("#5c7c2c"))
    #expect(
      red.distance(to: green) > 4
        * red.seen(with: .deuteranopia).distance(to: green.seen(with: .deuteranopia)))
  }
}

/// A color by the amounts of red, green and blue light.
struct LinearColor {
  let red, green, blue: Double

  enum Vision: CaseIterable {
    case usual, protanopia, deuteranopia, tritanopia, achromatopsia
  }

  /// - Parameter text: Such as `#1b65ad`.
  init(_ text: String) {
    let number = Int(text.dropFirst(), radix: 16) ?? 0
    func amount(_ shift: Int) -> Double {
      let value = Double(number >> shift & 255) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    (red, green, blue) = (amount(16), amount(8), amount(0))
  }

  private init(_ red: Double, _ green: Double, _ blue: Double) {
    (self.red, self.green, self.blue) = (
      min(max(red, 0), 1), min(max(green, 0), 1), min(max(blue, 0), 1)
    )
  }

  /// The relative luminance of WCAG 2.
  var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  func contrast(to other: Self) -> Double {
    let (low, high) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (high + 0.05) / (low + 0.05)
  }

  /// L* of CIELAB.
  var lightness: Double {
    luminance > 0.008856 ? 116 * pow(luminance, 1 / 3) - 16 : 903.3 * luminance
  }

  func distance(to other: Self) -> Double {
    pow(red - other.red, 2) + pow(green - other.green, 2) + pow(blue - other.blue, 2)
  }

  /// The color as it is seen without one kind of cones: Machado, Oliveira and Fernandes, 2009.
  func seen(with vision: Vision) -> Self {
    let rows: [[Double]] =
      switch vision {
      case .usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
      case .protanopia:
        [
          [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
          [-0.003882, -0.048116, 1.051998],
        ]
      case .deuteranopia:
        [
          [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
          [-0.01182, 0.04294, 0.968881],
        ]
      case .tritanopia:
        [
          [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
          [0.004733, 0.691367, 0.3039],
        ]
      case .achromatopsia: Array(repeating: [0.2126, 0.7152, 0.0722], count: 3)
      }
    let values = rows.map { $0[0] * red + $0[1] * green + $0[2] * blue }
    return Self(values[0], values[1], values[2])
  }
}
