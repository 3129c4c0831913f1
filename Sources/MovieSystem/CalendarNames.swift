/// The names of the calendar in English, in every locale alike.
package enum CalendarNames {
  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  /// From Monday.
  package static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// The first three letters, such as `Jan` or `Mon`.
  package static func short(_ name: String) -> String { String(name.prefix(3)) }
}
